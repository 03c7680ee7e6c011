import { webhook } from '@/lib/contract/webhook';
import { sendJob } from '@/lib/features/webhook/job';
import { sendAgain } from '@/lib/features/webhook/webhooks';
import { route } from '@/lib/server/http/route';
import { runJobSoon } from '@/lib/server/run-job-soon';

export const POST = route(webhook.again, async ({ ctx, params, body }) => {
  await sendAgain(ctx, { ...params, ...body });
  runJobSoon(ctx, sendJob);
});
