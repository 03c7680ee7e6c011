import 'server-only';
import { Ident } from '@/lib/contract/fields';
import { audit, isFirstInAWhile, redactedId } from '@/lib/server/audit/audit';
import { recordAuthFail } from '@/lib/server/audit/auth-fail';
import type { Context } from '@/lib/server/context';
import { clientKey } from './counter-keys';
import { recordMiss } from './unknown-id';

/** Once per client in a while, because tokens expire and sleeping tabs send old ones all day. */
export async function recordRefusedToken(ctx: Context): Promise<void> {
  if (!isFirstInAWhile(ctx.now, `token:${clientKey(ctx.client.address)}`)) return;
  recordAuthFail(ctx, { kind: 'token', reason: 'not_valid' });
  await audit(ctx, { event: 'token.refused', outcome: 'refused' });
}

export async function recordUnknownAlias(ctx: Context, given: string | null): Promise<void> {
  const { data: id } = Ident.safeParse(given);
  if (id && (await ctx.db.alias.count({ where: { id } })) > 0) return;
  recordAuthFail(ctx, { kind: 'alias_unknown', reason: 'no_such_alias', account: redactedId(given ?? '') });
  await recordMiss(ctx);
}
