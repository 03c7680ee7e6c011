import { type Params, SingleBar } from 'cli-progress';
import { formatBytes } from '@/lib/domain/units';
import type { Output } from './output';

export type ProgressBar = {
  /** Transferred bytes since the last call; negative when some must be sent again. */
  add: (bytes: number) => void;
  fileDone: () => void;
  end: () => void;
};

type ProgressTotals = { bytes: number; files: number; already: number };

export function progressOf(
  { isQuiet, isJson }: Output,
  { bytes, files, already }: ProgressTotals,
): ProgressBar {
  let sent = 0;
  let done = 0;
  const startedAt = Date.now();
  // biome-ignore lint/style/noProcessEnv: set by terminals
  if (isQuiet || isJson || !process.stderr.isTTY || process.env.TERM === 'dumb') {
    return { add: () => undefined, fileDone: () => undefined, end: () => undefined };
  }
  const line = (_options: unknown, { value, total }: Params) => {
    const seconds = (Date.now() - startedAt) / 1000;
    const speed = seconds > 0.5 ? sent / seconds : 0;
    const percent = total === 0 ? 100 : Math.floor((value / total) * 100);
    const left = speed > 0 ? `, ${timeOf((total - value) / speed)} left` : '';
    return `${percent}% of ${formatBytes(total)}, ${done} of ${files} files, ${formatBytes(Math.round(speed))}/s${left}`;
  };
  const bar = new SingleBar({ format: line, hideCursor: true, clearOnComplete: true });
  bar.start(bytes, already);
  // The cursor comes back before the last sentence.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.prependOnceListener(signal, () => bar.stop());
  return {
    add: (more) => {
      sent += more;
      bar.update(Math.max(0, Math.min(bytes, already + sent)));
    },
    fileDone: () => {
      done++;
      bar.update(Math.max(0, Math.min(bytes, already + sent)));
    },
    end: () => bar.stop(),
  };
}

export function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
