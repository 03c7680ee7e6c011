import { report } from '@/lib/contract/report';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { reportLink } from '@/lib/server/services/oversight/take-report';

export const POST = route(report.send, async ({ ctx, params, body }) => {
  await reportLink(ctx, { ...body, linkId: params.id });
  sendNoticesSoon(ctx);
});
