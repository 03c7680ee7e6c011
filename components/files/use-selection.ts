'use client';

import { useState } from 'react';
import type { ShareFile } from '@/lib/contract/share/file';
import { packable } from './zip/zip-offer';

export type Selection = {
  chosen: ReadonlySet<string>;
  /** They are chosen with their folder, and only with it. */
  isFixed?: boolean;
  choose: (ids: readonly string[], isOn: boolean) => void;
};

type OwnSelection = Selection & { clear: () => void };

/** Which files are chosen; deleted ones drop out. */
export function useSelection(files: readonly ShareFile[]): OwnSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = new Set(packable(files).flatMap(({ id }) => (ids.has(id) ? [id] : [])));
  return {
    chosen,
    clear: () => setIds(new Set()),
    choose: (some, isOn) =>
      setIds((now) => {
        const next = new Set(now);
        for (const id of some) isOn ? next.add(id) : next.delete(id);
        return next;
      }),
  };
}
