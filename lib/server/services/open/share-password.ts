import 'server-only';
import { audit, redactedId } from '@/lib/server/audit/audit';
import { recordAuthFail } from '@/lib/server/audit/auth-fail';
import { tryPassword } from '@/lib/server/auth/try-password';
import type { Context } from '@/lib/server/context';
import type { LinkPublication } from './publication';

/** Checks the password and audits a wrong one. @throws limit.attempts */
export async function trySharePassword(
  ctx: Context,
  { shareId, linkId }: LinkPublication,
  hash: string,
  password: string,
): Promise<boolean> {
  const renew = (passwordHash: string) =>
    ctx.db.share.updateMany({ where: { id: shareId, passwordHash: hash }, data: { passwordHash } });
  if (await tryPassword(ctx, { subject: shareId, hash, storeRehash: renew }, password)) return true;
  recordAuthFail(ctx, { kind: 'share_password', reason: 'bad_password', account: redactedId(linkId) });
  const details = { reason: 'bad_password', link: redactedId(linkId) };
  await audit(ctx, { event: 'share.open', outcome: 'refused', shareId, details });
  return false;
}
