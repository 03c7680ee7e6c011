import 'server-only';
import { type TimeLeft, timeLeft } from '@/lib/domain/time/time-left';
import { formatBytes } from '@/lib/domain/units';
import type { Report } from './report';

const everyMs = 10_000;

type Counts = Pick<Report['brought'], 'shares' | 'bytes'>;
export type Progress = (report: { brought: Counts }, total: Counts) => void;

/** Says how far an import is, every ten seconds from its first share on. */
export function progress(say: (line: string) => void, nowMs: () => number = Date.now): Progress {
  let began: number | null = null;
  let said = 0;
  return ({ brought }, total) => {
    const now = nowMs();
    began ??= said = now;
    if (now - said < everyMs) return;
    said = now;
    const done = partDone(brought, total);
    const left = done > 0 ? `, ${inWords(timeLeft(((now - began) * (1 - done)) / done))} left` : '';
    say(
      `… ${brought.shares} of ${total.shares} shares, ${formatBytes(brought.bytes, 'en')} of ${formatBytes(total.bytes, 'en')}${left}`,
    );
  };
}

/** Many small shares take as long as a few large ones, so both are half of the work. */
const partDone = (brought: Counts, total: Counts): number =>
  (brought.shares / Math.max(1, total.shares) + brought.bytes / Math.max(1, total.bytes)) / 2;

function inWords({ hours, minutes, seconds }: TimeLeft): string {
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
