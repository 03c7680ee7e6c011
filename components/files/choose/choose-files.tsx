'use client';

import { useTranslations } from 'next-intl';
import { Check } from '@/components/ui/check';
import type { ShareFile } from '@/lib/contract/share/file';
import { packable } from '../zip/zip-offer';
import type { Selection } from './use-selection';

type ChooseFilesProps = {
  selection: Selection;
  /** What the box stands for: one file, a folder's or all. */
  files: readonly ShareFile[];
  label: string;
};

/** Chooses files for an archive. What is still on its way can't be. */
export function ChooseFiles({ selection, files, label }: ChooseFilesProps) {
  const t = useTranslations('files');
  const { chosen, choose } = selection;
  const ids = packable(files).map(({ id }) => id);
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
