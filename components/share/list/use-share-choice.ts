'use client';

import { useState } from 'react';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';

export type ShareChoice = {
  chosen: readonly ShareListItem[];
  isChosen: (id: string) => boolean;
  choose: (ids: readonly string[], isOn: boolean) => void;
};

/** Shares that leave the list by a search or a deletion are deselected. */
export function useShareChoice(items: readonly ShareListItem[]): ShareChoice {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen: items.filter(({ id }) => ids.has(id)),
    isChosen: (id) => ids.has(id),
    choose: (some, isOn) =>
      setIds((now) => {
        const next = new Set(now);
        for (const id of some) isOn ? next.add(id) : next.delete(id);
        return next;
      }),
  };
}
