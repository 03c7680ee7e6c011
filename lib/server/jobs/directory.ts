import 'server-only';
import type { Context } from '@/lib/server/context';
import { askDirectory as ask } from '@/lib/server/services/session/ask-directory';
import { rescheduleJob } from './queue';

const lookMs = 60_000;

export async function askDirectory(ctx: Context): Promise<number> {
  const ended = await ask(ctx);
  if (ctx.config.LDAP_URL) await rescheduleJob(ctx.db, 'ask directory', new Date(ctx.now.getTime() + lookMs));
  return ended;
}
