import 'server-only';
import { nextReminder } from '@/lib/domain/request/reminders';
import { isTimeZone } from '@/lib/domain/time/time-zone';
import type { Context } from '@/lib/server/context';
import type { FileRequest } from '@/lib/server/db/generated/client';

/** The person's own zone, else the server's. */
export const zoneOf = (
  { config }: Pick<Context, 'config'>,
  { timezone }: { timezone?: string | null | undefined },
): string => (timezone && isTimeZone(timezone) ? timezone : config.DEFAULT_TIMEZONE);

type Planned = Pick<FileRequest, 'dueDay' | 'timezone' | 'reminded' | 'completeAt' | 'stoppedAt'> & {
  mailedAt?: Date | null;
  createdAt: Date;
};

/** The instant of the next reminder; null once all is there or reminders are off. */
export function planOf(ctx: Pick<Context, 'config' | 'now'>, person: Planned): Date | null {
  if (person.completeAt || person.stoppedAt) return null;
  const { dueDay, reminded: sent, mailedAt, createdAt } = person;
  const plan = { dueDay, zone: zoneOf(ctx, person), sent, mailedAt: (mailedAt ?? createdAt).getTime() };
  const at = nextReminder(plan, ctx.now.getTime());
  return at === null ? null : new Date(at);
}
