import 'server-only';
import type { Context } from '@/lib/server/context';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { remindOfEnds as remind } from '@/lib/server/services/ending/remind';
import { announceDeliveries as announce, endedMs } from '@/lib/server/services/notice/announce-deliveries';
import { nextNotice, sendNotices as send } from '@/lib/server/services/notice/send-notices';
import { rescheduleJob } from './queue';

export async function sendNotices(ctx: Context): Promise<number> {
  const sent = await send(ctx);
  const next = ctx.mail && (await nextNotice(ctx));
  if (next) await rescheduleJob(ctx.db, 'send notices', next);
  return sent;
}

export const sendNoticesSoon = (ctx: Context): void => runJobSoon(ctx, 'send notices');

export async function remindOfEnds(ctx: Context): Promise<number> {
  const reminded = await remind(ctx);
  if (reminded > 0) runJobSoon(ctx, 'send notices');
  return reminded;
}

export async function announceDeliveries(ctx: Context): Promise<number> {
  const announced = await announce(ctx);
  if (announced > 0) sendNoticesSoon(ctx);
  await rescheduleJob(ctx.db, 'announce deliveries', new Date(ctx.now.getTime() + endedMs));
  return announced;
}
