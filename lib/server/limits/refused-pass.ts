import 'server-only';
import { Ident } from '@/lib/contract/fields';
import { audit, redactedId } from '@/lib/server/audit/audit';
import { noteAuthFail } from '@/lib/server/audit/auth-fail';
import { isFirstInAWhile } from '@/lib/server/audit/first-in-a-while';
import type { Context } from '@/lib/server/context';
import { clientKey } from './client-key';
import { missed } from './unknown-id';

/** Once for a client and a while: tokens end by themselves, so a sleeping tab shows old ones all day. */
export async function noteTokenRefused(ctx: Context): Promise<void> {
  if (!isFirstInAWhile(ctx.now, `token:${clientKey(ctx.client.address)}`)) return;
  noteAuthFail(ctx, { kind: 'token', reason: 'not_valid' });
  await audit(ctx, { event: 'token.refused', outcome: 'refused' });
}

/** An alias that is switched off is no guess; one that never was is. @throws limit.attempts */
export async function noteAliasUnknown(ctx: Context, given: string | null): Promise<void> {
  const { data: id } = Ident.safeParse(given);
  if (id && (await ctx.db.alias.count({ where: { id } })) > 0) return;
  noteAuthFail(ctx, { kind: 'alias_unknown', reason: 'no_such_alias', account: redactedId(given ?? '') });
  await missed(ctx);
}
