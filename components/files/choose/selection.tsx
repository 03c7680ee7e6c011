'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { Check } from '@/components/ui/check';
import type { ShareFile } from '@/lib/contract/share/file';
import { isReady } from '@/lib/domain/file/file-type';

type FilesCheckboxProps = {
  selection: FileSelection;
  files: readonly ShareFile[];
  label: string;
};

export function FilesCheckbox({ selection, files, label }: FilesCheckboxProps) {
  const t = useTranslations('files');
  const { chosen, choose } = selection;
  const ids = files.filter(isReady).map(({ id }) => id);
  const count = ids.filter((id) => chosen.has(id)).length;
  if (ids.length === 0) return <span className="size-9 shrink-0 pointer-coarse:size-11" />;
  return (
    <Check
      label={t('choose', { name: label })}
      checked={count === ids.length}
      isPartial={count > 0 && count < ids.length}
      onCheckedChange={(isOn, isRange) => choose(ids, isOn, isRange)}
    />
  );
}

export type FileSelection = {
  chosen: ReadonlySet<string>;
  /** With `isRange`, a single file is selected with all files from the last selected one. */
  choose: (ids: readonly string[], isOn: boolean, isRange?: boolean) => void;
};

type FindIdsBetween = (firstId: string, secondId: string) => Promise<string[]>;

export function useSelection(
  files: readonly ShareFile[],
  rangeOf: FindIdsBetween,
): FileSelection & { clear: () => void } {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef('');
  const set = (some: readonly string[], isOn: boolean) =>
    setIds((now) => {
      const next = new Set(now);
      for (const id of some) isOn ? next.add(id) : next.delete(id);
      return next;
    });
  const chosen = new Set(files.filter(isReady).flatMap(({ id }) => (ids.has(id) ? [id] : [])));
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
