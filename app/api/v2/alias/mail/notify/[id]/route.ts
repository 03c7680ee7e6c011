import { mail } from '@/lib/contract/mail';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { languagesOf } from '@/lib/server/request-headers';
import { notifyReceivers } from '@/lib/server/services/notice/notify-receivers';
import { queueReceipt } from '@/lib/server/services/notice/receipt-mail';

export const POST = route(mail.notify, async ({ ctx, params, body, headers }) => {
  const shareId = params.id;
  await queueReceipt(ctx, { shareId, languages: [body.language, ...languagesOf(headers)] });
  sendNoticesSoon(ctx);
  await notifyReceivers(ctx, { shareId });
  sendNoticesSoon(ctx);
});
