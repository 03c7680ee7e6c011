import 'server-only';
import type { Context } from '@/lib/server/context';
import { nextWebhook } from '@/lib/features/webhook/due';
import { sendWebhooks as send } from '@/lib/features/webhook/send';
import { rescheduleJob } from '@/lib/server/jobs/queue';

/** A clock that differs from the database's makes no run after run. */
const leastPauseMs = 1_000;

export async function sendWebhooks(ctx: Context): Promise<number> {
  const sent = await send(ctx);
  const next = await nextWebhook(ctx);
  if (next) await rescheduleJob(ctx.db, 'send webhooks', next, leastPauseMs);
  return sent;
}
