import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/send-notices';
import { mailReceipt } from '@/lib/server/services/mail/mail-receipt';
import { notifyReceivers } from '@/lib/server/services/mail/notify';

export const POST = route(mail.notify, async ({ ctx, params }) => {
  const shareId = params.id;
  await mailReceipt(ctx, { shareId });
  sendNoticesSoon(ctx);
  await notifyReceivers(ctx, { shareId });
  sendNoticesSoon(ctx);
});
