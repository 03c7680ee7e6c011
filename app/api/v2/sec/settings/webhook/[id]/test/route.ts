import { webhook } from '@/lib/contract/webhook';
import { sendJob } from '@/lib/features/webhook/job';
import { testWebhook } from '@/lib/features/webhook/webhooks';
import { route } from '@/lib/server/http/route';
import { runJobSoon } from '@/lib/server/run-job-soon';

export const POST = route(webhook.test, async ({ ctx, params }) => {
  await testWebhook(ctx, params);
  runJobSoon(ctx, sendJob);
});
