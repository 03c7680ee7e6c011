'use client';

import { useEffect, useEffectEvent } from 'react';
import { takeCarriedDrop } from '@/lib/client/upload/choose/carried-drop';
import type { Collected } from '@/lib/client/upload/choose/collect';

type CarriedDropHandlers = {
  onFiles: (files: Promise<Collected>) => Promise<void>;
  onText?: (text: string) => void;
};

export function useCarriedDrop({ onFiles, onText }: CarriedDropHandlers): void {
  const take = useEffectEvent(() => {
    const drop = takeCarriedDrop();
    if (!drop) return;
    if (drop.files) void onFiles(drop.files);
    if (drop.text) onText?.(drop.text);
  });
  useEffect(() => take(), []);
}
