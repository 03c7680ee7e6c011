import 'server-only';
import { noteAliasUnknown } from '@/lib/server/audit/refused-pass';
import { aliasPassOf } from '@/lib/server/auth/alias-pass';
import type { Context } from '@/lib/server/context';
import { checkGuesser } from '@/lib/server/limits/unknown-id';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { checkInboxPassword, inboxProof } from './inbox-password';

/** Tries the password of the alias that the header names. @throws alias.notUsable, alias.passwordWrong, limit.attempts */
export async function unlockInbox(ctx: Context, headers: RequestHeaders, password: string) {
  checkGuesser(ctx);
  const pass = await aliasPassOf(ctx.db, headers).catch(async (error: unknown) => {
    await noteAliasUnknown(ctx, null);
    throw error;
  });
  await checkInboxPassword(ctx, pass, { password, cookie: null });
  return { aliasId: pass.id, proof: await inboxProof(ctx, pass) };
}
