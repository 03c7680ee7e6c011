import { settings } from '@/lib/contract/settings';
import { route } from '@/lib/server/http/route';
import { sendNoticesSoon } from '@/lib/server/jobs/notices';
import { getEmail, setEmail } from '@/lib/server/services/settings/email';

export const GET = route(settings.getEmail, ({ ctx }) => getEmail(ctx));

export const POST = route(settings.setEmail, async ({ ctx, body }) => {
  const outcome = await setEmail(ctx, body);
  sendNoticesSoon(ctx);
  return outcome;
});

export const DELETE = route(settings.clearEmail, async ({ ctx, query }) => {
  await setEmail(ctx, { email: null, was: query.was });
  sendNoticesSoon(ctx);
});
