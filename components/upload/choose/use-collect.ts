'use client';

import { useState } from 'react';
import type { Collected } from '@/lib/client/upload/choose/collect';
import { distinguishTwins } from '@/lib/client/upload/choose/collect';
import type { AddFilesResult, ShareUpload } from '@/lib/client/upload/share-upload';
import type { UploadItem } from '@/lib/client/upload/upload-item';
import type { ShareFile } from '@/lib/contract/share/file';

export type CollectReport = {
  duplicates: number;
  junk: number;
  empty: string[];
  unreadable: string[];
  isEmpty: boolean;
  renamed: readonly UploadItem[];
  leaveOut: () => void;
  /** Null when an existing file is being uploaded, or has arrived and may not be removed. */
  replace: (() => void) | null;
};

/**
 * Adds collected files to an upload and reports about duplicates and unusable files. @param present files that the
 * share has already
 */
export function useCollect(
  upload: ShareUpload,
  add: (collected: Collected) => AddFilesResult,
  present: readonly ShareFile[] = [],
) {
  const [notice, setNotice] = useState<CollectReport | null>(null);
  const [readings, setReadings] = useState(0);

  async function take(collecting: Promise<Collected>): Promise<void> {
    setReadings((count) => count + 1);
    const collected = await collecting
      .then((found) => distinguishTwins(found, upload.queue))
      .catch(() => null);
    setReadings((count) => count - 1);
    if (!collected) return;
    const { added, duplicates, renamed } = add(collected);
    const { junk, empty, unreadable } = collected;
    const leftOut = junk + empty.length + unreadable.length;
    const isEmpty = added + duplicates + leftOut === 0;
    const isQuiet = duplicates + leftOut + renamed.length === 0 && !isEmpty;
    const answered = (act: () => void) => () => {
      act();
      setNotice(null);
    };
    const leaveOut = answered(() => upload.queue.remove(renamed.map(({ id }) => id)));
    const replace = upload.canReplace(renamed, present)
      ? answered(() => upload.replace(renamed, present))
      : null;
    setNotice(isQuiet ? null : { duplicates, junk, empty, unreadable, isEmpty, renamed, leaveOut, replace });
  }

  return { notice, isReading: readings > 0, take };
}
