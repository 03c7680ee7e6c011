'use client';

import { useSyncExternalStore } from 'react';
import type { UploadQueue } from './queue';
import type { UploadItem } from './upload-item';
import type { UploadSnapshot } from './upload-snapshot';

/** Totals of a queue; changes at most ten times a second. */
export const useUploads = (queue: UploadQueue): UploadSnapshot =>
  useSyncExternalStore(queue.subscribe, queue.snapshot, queue.snapshot);

export function useUploadItem(queue: UploadQueue, id: string): UploadItem | undefined {
  const read = () => queue.item(id);
  return useSyncExternalStore(queue.subscribe, read, read);
}
