import 'server-only';
import type { Context } from '@/lib/server/context';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { nextNotice, sendNotices as send } from '@/lib/server/services/notice/notices';
import { comeBack } from './queue';

/** Tells people by mail what came through their aliases, and comes back for those who could not be told yet. */
export async function sendNotices(ctx: Context): Promise<number> {
  const sent = await send(ctx);
  const next = ctx.mail && (await nextNotice(ctx));
  if (next) await comeBack(ctx.db, 'send notices', next);
  return sent;
}

export const sendNoticesSoon = (ctx: Context): void => runJobSoon(ctx, 'send notices');
