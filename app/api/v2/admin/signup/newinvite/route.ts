import { signup } from '@/lib/contract/signup';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { newInvite } from '@/lib/server/services/signup/invites';

export const POST = route(signup.newInvite, async ({ ctx, body }) => {
  const outcome = await newInvite(ctx, body);
  sendNoticesSoon(ctx);
  return outcome;
});
