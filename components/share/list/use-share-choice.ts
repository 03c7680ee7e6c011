'use client';

import { useState } from 'react';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';

export type ShareChoice = {
  /** In the order of the list. */
  chosen: readonly ShareListItem[];
  isChosen: (id: string) => boolean;
  choose: (ids: readonly string[], isOn: boolean) => void;
};

/** Which shares of a list are chosen; what a search or a deletion takes from the list is no longer. */
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
