'use client';

import { useState } from 'react';
import type { Collected } from '@/lib/client/upload/choose/collect';
import { toldApart } from '@/lib/client/upload/choose/told-apart';
import type { ShareUpload, Taken } from '@/lib/client/upload/share-upload';
import type { UploadItem } from '@/lib/client/upload/upload-item';
import type { ShareFile } from '@/lib/contract/share/file';

/** What became of the last drop, when there is something to say. */
export type CollectNotice = {
  duplicates: number;
  junk: number;
  empty: string[];
  unreadable: string[];
  isEmpty: boolean;
  /** Files whose names were there already; they have got numbers. */
  renamed: readonly UploadItem[];
  leaveOut: () => void;
  /** Null where one of the others is on its way, or has arrived and may not be removed. */
  replace: (() => void) | null;
};

/**
 * Puts what is being collected into the upload and keeps what the person should know about it.
 * @param add how this place takes files in
 * @param present files that the share has already
 */
export function useCollect(
  upload: ShareUpload,
  add: (collected: Collected) => Taken,
  present: readonly ShareFile[] = [],
) {
  const [notice, setNotice] = useState<CollectNotice | null>(null);
  const [readings, setReadings] = useState(0);

  async function take(collecting: Promise<Collected>): Promise<void> {
    setReadings((count) => count + 1);
    const collected = await collecting.then((found) => toldApart(found, upload.queue)).catch(() => null);
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
