import 'server-only';
import { audit, redactedId } from '@/lib/server/audit/audit';
import { noteAuthFail } from '@/lib/server/audit/auth-fail';
import { verifyPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import { attempt } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/client-key';
import type { Publication } from './publication';

/** Tries a password, which counts before it is looked at; a wrong one is written down. */
export async function trySharePassword(
  ctx: Context,
  { shareId, linkId }: Publication,
  hash: string,
  password: string,
): Promise<boolean> {
  const client = clientKey(ctx.client.address);
  const right = await attempt(
    ctx,
    [
      { limit: 'sharePassword', of: [shareId, client] },
      { limit: 'sharePasswordTotal', of: [shareId] },
    ],
    async () => (await verifyPassword(hash, password)) || null,
  );
  if (right) return true;
  noteAuthFail(ctx, { kind: 'share_password', reason: 'bad_password', account: redactedId(linkId) });
  const details = { reason: 'bad_password', link: redactedId(linkId) };
  await audit(ctx, { event: 'share.open', outcome: 'refused', shareId, details });
  return false;
}
