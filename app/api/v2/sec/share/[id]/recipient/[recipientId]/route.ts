import { recipient } from '@/lib/contract/share/recipient';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { sendAgain, withdrawRecipient } from '@/lib/server/services/recipient/recipients';

export const POST = route(recipient.send, async ({ ctx, params: { id: shareId, recipientId } }) => {
  await sendAgain(ctx, { shareId, recipientId });
  sendNoticesSoon(ctx);
});

export const DELETE = route(recipient.withdraw, ({ ctx, params: { id: shareId, recipientId } }) =>
  withdrawRecipient(ctx, { shareId, recipientId }),
);
