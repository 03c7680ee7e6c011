import 'server-only';
import type { Finding } from '@/lib/contract/admin/doctor';
import type { Context } from '@/lib/server/context';
import { failureReason } from '@/lib/server/outside/outside-failure';
import { lastAnswer, newerOf } from '@/lib/server/services/update/update';
import { finding } from './finding';

export async function checkVersion(ctx: Context): Promise<Finding> {
  const version = ctx.config.VERSION;
  if (!ctx.config.UPDATE_CHECK) return finding('version', 'skipped', 'off', { version });
  const answer = await lastAnswer(ctx);
  const reason = answer?.failure;
  if (reason) return finding('version', 'warning', 'failed', { reason: failureReason(reason) });
  const newer = newerOf(ctx, answer);
  if (!newer) return finding('version', 'fine', 'fine', { version });
  return finding('version', 'warning', 'newer', { version, newest: newer.version, url: newer.url ?? '' });
}
