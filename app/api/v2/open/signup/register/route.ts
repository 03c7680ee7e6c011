import { signup } from '@/lib/contract/signup';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { register } from '@/lib/server/services/signup/register';

export const POST = route(signup.register, async ({ ctx, body }) => {
  const outcome = await register(ctx, body);
  sendNoticesSoon(ctx);
  return outcome;
});
