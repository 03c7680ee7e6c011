'use client';

import { useState, useSyncExternalStore } from 'react';
import type { UploadQueue, UploadSnapshot } from './queue';
import { type ShareUpload, shareUploadInto } from './share-upload';
import type { UploadItem } from './upload-item';
import { useUploadSettings } from './upload-settings';

/**
 * The upload of this page into an existing share. Give it to `<UploadPanel>`; it is the same upload when the person
 * leaves the screen and comes back while files are still being sent.
 *
 * ```tsx
 * const upload = useShareUpload(share.id);
 * <UploadPanel upload={upload} share={share} onArrived={reload} />
 * ```
 */
export function useShareUpload(shareId: string): ShareUpload {
  const settings = useUploadSettings();
  const [upload] = useState(() => shareUploadInto(shareId, settings));
  return upload;
}

/** The sums of a queue; changes at most ten times a second. */
export const useUploads = (queue: UploadQueue): UploadSnapshot =>
  useSyncExternalStore(queue.subscribe, queue.snapshot, queue.snapshot);

/** One file of a queue; the component is drawn again only when this file has changed. */
export function useUploadItem(queue: UploadQueue, id: string): UploadItem | undefined {
  const read = () => queue.item(id);
  return useSyncExternalStore(queue.subscribe, read, read);
}
