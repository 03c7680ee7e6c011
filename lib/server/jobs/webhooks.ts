import 'server-only';
import type { Context } from '@/lib/server/context';
import { nextWebhook, sendWebhooks as send } from '@/lib/server/services/webhook/send';
import { rescheduleJob } from './queue';

export async function sendWebhooks(ctx: Context): Promise<number> {
  const sent = await send(ctx);
  const next = await nextWebhook(ctx);
  if (next) await rescheduleJob(ctx.db, 'send webhooks', next);
  return sent;
}
