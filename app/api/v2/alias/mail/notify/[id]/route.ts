import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/send-notices';
import { notifyReceivers } from '@/lib/server/services/mail/notify';

export const POST = route(mail.notify, async ({ ctx, params }) => {
  await notifyReceivers(ctx, { shareId: params.id });
  sendNoticesSoon(ctx);
});
