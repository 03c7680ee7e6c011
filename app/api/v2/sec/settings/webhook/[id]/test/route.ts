import { webhook } from '@/lib/contract/webhook';
import { route } from '@/lib/server/http/route';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { testWebhook } from '@/lib/features/webhook/webhooks';

export const POST = route(webhook.test, async ({ ctx, params }) => {
  await testWebhook(ctx, params);
  runJobSoon(ctx, 'send webhooks');
});
