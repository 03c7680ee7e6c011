import 'server-only';
import { Ident } from '@/lib/contract/fields';
import type { Context } from '@/lib/server/context';
import { clientKey } from '@/lib/server/limits/client-key';
import { missed } from '@/lib/server/limits/unknown-id';
import { audit, beginning } from './audit';
import { noteAuthFail } from './auth-fail';

/** When a client's token was last written down. Tokens end by themselves, so a sleeping tab shows old ones all day. */
const noted = new Map<string, number>();
const quietMs = 15 * 60_000;
const maxRemembered = 10_000;

/** Once for a client and a while. */
export async function noteTokenRefused(ctx: Context): Promise<void> {
  const client = clientKey(ctx.client.address);
  if (ctx.now.getTime() - (noted.get(client) ?? 0) < quietMs) return;
  if (noted.size >= maxRemembered) noted.clear();
  noted.set(client, ctx.now.getTime());
  noteAuthFail(ctx, { kind: 'token', reason: 'not_valid' });
  await audit(ctx, { event: 'token.refused', outcome: 'refused' });
}

/** An alias that is switched off is no guess; one that never was is. @throws limit.attempts */
export async function noteAliasUnknown(ctx: Context, given: string | null): Promise<void> {
  const { data: id } = Ident.safeParse(given);
  if (id && (await ctx.db.alias.count({ where: { id } })) > 0) return;
  noteAuthFail(ctx, { kind: 'alias_unknown', reason: 'no_such_alias', account: beginning(given ?? '') });
  await missed(ctx);
}
