import type { Counts, Ledger } from './ledger';
import type { Halt } from './tus/sender';

/** `idle`: files wait for `start`. `settled`: each file is done or failed. */
export type UploadPhase = 'empty' | 'idle' | 'running' | 'paused' | 'settled';

/** What is to be done with the files: `nothing` before a start, and once there is none left to send. */
export type Wish = 'nothing' | 'running' | 'paused';

export type UploadSnapshot = {
  readonly phase: UploadPhase;
  readonly halt: Halt | null;
  readonly ids: readonly string[];
  /** Those on their way right now. */
  readonly activeIds: readonly string[];
  readonly counts: Counts;
  readonly totalBytes: number;
  readonly sentBytes: number;
  readonly bytesPerSecond: number | null;
  readonly msLeft: number | null;
};

type Course = Pick<UploadSnapshot, 'halt' | 'activeIds' | 'bytesPerSecond'> & { wish: Wish };

export function snapshotOf(ledger: Ledger, { wish, ...course }: Course): UploadSnapshot {
  const { ids, counts, totalBytes, sentBytes } = ledger;
  const { bytesPerSecond } = course;
  const msLeft = bytesPerSecond ? ((totalBytes - sentBytes) / bytesPerSecond) * 1000 : null;
  return { ...course, phase: phaseOf(ledger, wish), ids, counts, totalBytes, sentBytes, msLeft };
}

function phaseOf({ ids, counts }: Ledger, wish: Wish): UploadPhase {
  if (wish !== 'nothing') return wish;
  if (ids.length === 0) return 'empty';
  return counts.waiting > 0 ? 'idle' : 'settled';
}
