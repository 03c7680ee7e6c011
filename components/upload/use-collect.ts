'use client';

import { useState } from 'react';
import type { Collected } from '@/lib/client/upload/collect';
import type { ShareUpload } from '@/lib/client/upload/share-upload';

/** What became of the last drop, when there is something to say. */
export type CollectNotice = { duplicates: number; junk: number; unreadable: string[]; isEmpty: boolean };

/** Puts what is being collected into the upload and keeps what the person should know about it. */
export function useCollect(add: ShareUpload['add']) {
  const [notice, setNotice] = useState<CollectNotice | null>(null);
  const [readings, setReadings] = useState(0);

  async function take(collecting: Promise<Collected>): Promise<void> {
    setReadings((count) => count + 1);
    const collected = await collecting.catch(() => null);
    setReadings((count) => count - 1);
    if (!collected) return;
    const { added, duplicates } = add(collected);
    const { junk, unreadable } = collected;
    const isEmpty = added + duplicates + junk + unreadable.length === 0;
    const isQuiet = duplicates + junk + unreadable.length === 0 && !isEmpty;
    setNotice(isQuiet ? null : { duplicates, junk, unreadable, isEmpty });
  }

  return { notice, isReading: readings > 0, take };
}
