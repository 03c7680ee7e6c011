import 'server-only';
import type { Context } from '@/lib/server/context';

/** Returns what the operator announces at this time. */
export function announcementNow({ config, now }: Pick<Context, 'config' | 'now'>) {
  const { ANNOUNCEMENT: text, ANNOUNCEMENT_KIND: kind } = config;
  const { ANNOUNCEMENT_FROM: from = 0, ANNOUNCEMENT_UNTIL: until = Number.POSITIVE_INFINITY } = config;
  const isOn = text !== '' && from <= now.getTime() && now.getTime() < until;
  return isOn ? { text, kind } : null;
}
