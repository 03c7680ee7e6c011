'use client';

import { useSyncExternalStore } from 'react';
import type { Ledger, StateCounts } from './ledger';
import type { HaltReason } from './tus/sender';
import type { UploadItem } from './upload-item';

/** `idle`: files wait for `start`. `settled`: each file is done or failed. */
export type UploadPhase = 'empty' | 'idle' | 'running' | 'paused' | 'settled';

/** The requested state. `stopped`: before a start, and when nothing is left to send. */
export type RequestedState = 'stopped' | 'running' | 'paused';

export type UploadSnapshot = {
  readonly phase: UploadPhase;
  readonly halt: HaltReason | null;
  readonly ids: readonly string[];
  readonly activeIds: readonly string[];
  readonly counts: StateCounts;
  readonly totalBytes: number;
  readonly sentBytes: number;
  readonly bytesPerSecond: number | null;
  readonly msLeft: number | null;
};

type SnapshotInput = Pick<UploadSnapshot, 'halt' | 'activeIds' | 'bytesPerSecond'> & {
  requested: RequestedState;
};

export function snapshotOf(ledger: Ledger, { requested, ...course }: SnapshotInput): UploadSnapshot {
  const { ids, counts, totalBytes, sentBytes } = ledger;
  const { bytesPerSecond } = course;
  const msLeft = bytesPerSecond ? ((totalBytes - sentBytes) / bytesPerSecond) * 1000 : null;
  return { ...course, phase: phaseOf(ledger, requested), ids, counts, totalBytes, sentBytes, msLeft };
}

function phaseOf({ ids, counts }: Ledger, requested: RequestedState): UploadPhase {
  if (requested !== 'stopped') return requested;
  if (ids.length === 0) return 'empty';
  return counts.waiting > 0 ? 'idle' : 'settled';
}

type SnapshotSource = { subscribe: (notify: () => void) => () => void; snapshot: () => UploadSnapshot };
type ItemSource = Pick<SnapshotSource, 'subscribe'> & { item: (id: string) => UploadItem | undefined };

/** Totals of a queue; changes at most ten times a second. */
export const useUploads = ({ subscribe, snapshot }: SnapshotSource): UploadSnapshot =>
  useSyncExternalStore(subscribe, snapshot, snapshot);

export function useUploadItem({ subscribe, item }: ItemSource, id: string): UploadItem | undefined {
  const read = () => item(id);
  return useSyncExternalStore(subscribe, read, read);
}
