'use client';

import { useEffect, useEffectEvent } from 'react';
import type { Collected } from './collect';

export type CarriedDrop = { files?: Promise<Collected>; text?: string };

let carried: CarriedDrop | null = null;

/** Stores a drop for the next page; its files stay readable while the tab is open. */
export function carryDrop(drop: CarriedDrop): void {
  carried = drop;
}

export function takeCarriedDrop(): CarriedDrop | null {
  const drop = carried;
  carried = null;
  return drop;
}

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
