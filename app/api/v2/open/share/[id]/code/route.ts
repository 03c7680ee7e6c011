import { open } from '@/lib/contract/open';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { sendCode } from '@/lib/server/services/recipient/code';

export const POST = route(open.sendCode, async ({ ctx, params }) => {
  const sent = await sendCode(ctx, { linkId: params.id });
  sendNoticesSoon(ctx);
  return sent;
});
