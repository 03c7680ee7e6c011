import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Recipient as Shown } from '@/lib/contract/share/recipient';
import type { UserContext } from '@/lib/server/context';
import type { Recipient } from '@/lib/server/db/generated/client';

/** Index: Recipient_shareId_key_key. @throws share.notFound unless the viewer owns it */
export async function listRecipients({ db, viewer }: UserContext, { shareId }: { shareId: string }) {
  const share = await db.share.findFirst({
    where: { id: shareId, ownerId: viewer.id },
    select: { onlyRecipients: true, recipients: { orderBy: { key: 'asc' } } },
  });
  if (!share) throw new AppError('share.notFound');
  return { only: share.onlyRecipients, items: share.recipients.map(recipientItem) };
}

const recipientItem = (row: Recipient): Shown => ({
  id: row.id,
  address: row.address,
  state: stateOf(row),
  refusal: row.refusal,
  opened: row.openedAt?.getTime() ?? null,
  downloads: row.downloads,
});

function stateOf({ withdrawnAt, refusal, sentAt }: Recipient): Shown['state'] {
  if (withdrawnAt) return 'withdrawn';
  if (refusal !== null) return 'refused';
  return sentAt ? 'sent' : 'waiting';
}
