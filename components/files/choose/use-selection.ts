'use client';

import { useRef, useState } from 'react';
import type { ShareFile } from '@/lib/contract/share/file';
import { packable } from '../zip/zip-offer';

export type Selection = {
  chosen: ReadonlySet<string>;
  /** With `isRange`, a single file is chosen with all from the last one that was. */
  choose: (ids: readonly string[], isOn: boolean, isRange?: boolean) => void;
};

type OwnSelection = Selection & { clear: () => void };

/** Gives the ids of all files that are shown from one to another, with both. */
type RangeOf = (firstId: string, secondId: string) => Promise<string[]>;

/** The chosen files; deleted ones drop out. */
export function useSelection(files: readonly ShareFile[], rangeOf: RangeOf): OwnSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef('');
  const set = (some: readonly string[], isOn: boolean) =>
    setIds((now) => {
      const next = new Set(now);
      for (const id of some) isOn ? next.add(id) : next.delete(id);
      return next;
    });
  const chosen = new Set(packable(files).flatMap(({ id }) => (ids.has(id) ? [id] : [])));
  return {
    chosen,
    clear: () => setIds(new Set()),
    choose: (some, isOn, isRange = false) => {
      const [only = '', ...others] = some;
      set(some, isOn);
      if (others.length > 0) return;
      if (isRange) void rangeOf(last.current, only).then((range) => set(range, isOn));
      last.current = only;
    },
  };
}
