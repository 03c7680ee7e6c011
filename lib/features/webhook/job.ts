import 'server-only';
import type { Context } from '@/lib/server/context';
import { jobOfFeature, rescheduleJob } from '@/lib/server/jobs/queue';
import { nextWebhook } from './due';
import { sendWebhooks } from './send';

export const sendJob = jobOfFeature('send webhooks');

/** A clock that differs from the database's makes no run after run. */
const leastPauseMs = 1_000;

export async function sendDueWebhooks(ctx: Context): Promise<number> {
  const sent = await sendWebhooks(ctx);
  const next = await nextWebhook(ctx);
  if (next) await rescheduleJob(ctx.db, sendJob, next, leastPauseMs);
  return sent;
}
