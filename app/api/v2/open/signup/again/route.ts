import { signup } from '@/lib/contract/signup';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { confirmAgain } from '@/lib/server/services/signup/confirm-again';

export const POST = route(signup.again, async ({ ctx, body }) => {
  await confirmAgain(ctx, body);
  sendNoticesSoon(ctx);
});
