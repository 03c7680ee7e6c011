import { asked } from '@/lib/contract/alias/asked';
import { sendRequestCode } from '@/lib/features/request/proof';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';

export const POST = route(asked.sendCode, async ({ ctx, body }) => {
  const sent = await sendRequestCode(ctx, body);
  sendNoticesSoon(ctx);
  return sent;
});
