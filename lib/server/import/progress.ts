import 'server-only';
import { type TimeLeft, timeLeft } from '@/lib/domain/time/time-left';
import { formatBytes } from '@/lib/domain/units';
import type { ImportCounts } from './report';

const everyMs = 10_000;

type ProgressCounts = Pick<ImportCounts, 'shares' | 'bytes'>;
export type ProgressListener = (report: { imported: ProgressCounts }, total: ProgressCounts) => void;

export function progressReporter(
  say: (line: string) => void,
  nowMs: () => number = Date.now,
): ProgressListener {
  let began: number | null = null;
  let said = 0;
  return ({ imported }, total) => {
    const now = nowMs();
    began ??= said = now;
    if (now - said < everyMs) return;
    said = now;
    const done = partDone(imported, total);
    const left = done > 0 ? `, ${inWords(timeLeft(((now - began) * (1 - done)) / done))} left` : '';
    say(
      `… ${imported.shares} of ${total.shares} shares, ${formatBytes(imported.bytes, 'en')} of ${formatBytes(total.bytes, 'en')}${left}`,
    );
  };
}

/** Many small shares take as long as a few large ones, so both count for half. */
const partDone = (imported: ProgressCounts, total: ProgressCounts): number =>
  (imported.shares / Math.max(1, total.shares) + imported.bytes / Math.max(1, total.bytes)) / 2;

function inWords({ hours, minutes, seconds }: TimeLeft): string {
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min` : `${seconds} s`;
}
