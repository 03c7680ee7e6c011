import { asked } from '@/lib/contract/alias/asked';
import { reportRequest } from '@/lib/features/request/entry';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';

export const POST = route(asked.report, async ({ ctx, body }) => {
  await reportRequest(ctx, body);
  sendNoticesSoon(ctx);
});
