import { webhook } from '@/lib/contract/webhook';
import { route } from '@/lib/server/http/route';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { sendAgain } from '@/lib/features/webhook/webhooks';

export const POST = route(webhook.again, async ({ ctx, params, body }) => {
  await sendAgain(ctx, { ...params, ...body });
  runJobSoon(ctx, 'send webhooks');
});
