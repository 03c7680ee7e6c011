'use client';

import { useRef, useState } from 'react';
import type { ShareFile } from '@/lib/contract/share/file';
import { packable } from '../zip/zip-offer';
import { stretchBetween } from './stretch-between';

export type Selection = {
  chosen: ReadonlySet<string>;
  /** With `isRange`, a single file is chosen with all from the last one that was. */
  choose: (ids: readonly string[], isOn: boolean, isRange?: boolean) => void;
};

type OwnSelection = Selection & { clear: () => void };

/** Which files are chosen; deleted ones drop out. @param inOrder gives them as they are shown */
export function useSelection(files: readonly ShareFile[], inOrder: () => ShareFile[]): OwnSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef('');
  const chosen = new Set(packable(files).flatMap(({ id }) => (ids.has(id) ? [id] : [])));
  return {
    chosen,
    clear: () => setIds(new Set()),
    choose: (some, isOn, isRange = false) => {
      const [only = '', ...others] = some;
      const range =
        isRange && others.length === 0 ? stretchBetween(packable(inOrder()), last.current, only) : [];
      if (others.length === 0) last.current = only;
      setIds((now) => {
        const next = new Set(now);
        for (const id of [...some, ...range.map((file) => file.id)]) isOn ? next.add(id) : next.delete(id);
        return next;
      });
    },
  };
}
