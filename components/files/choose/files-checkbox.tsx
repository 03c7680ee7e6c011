'use client';

import { useTranslations } from 'next-intl';
import { Check } from '@/components/ui/check';
import type { ShareFile } from '@/lib/contract/share/file';
import { completeFiles } from '../zip/zip-offer';
import type { FileSelection } from './use-selection';

type FilesCheckboxProps = {
  selection: FileSelection;
  files: readonly ShareFile[];
  label: string;
};

export function FilesCheckbox({ selection, files, label }: FilesCheckboxProps) {
  const t = useTranslations('files');
  const { chosen, choose } = selection;
  const ids = completeFiles(files).map(({ id }) => id);
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
