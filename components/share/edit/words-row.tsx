'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { EditableRow, type PropertyRowProps } from './editable-row';

const loadForm = () => import('./words-form').then((part) => part.WordsForm);
const WordsForm = dynamic(loadForm, { loading: () => null });

export function WordsRow({ isEditing, onEdit, ...form }: PropertyRowProps) {
  const t = useTranslations('share.detail.fields');
  useFetchAhead(loadForm);
  return (
    <EditableRow
      label={t('words')}
      value={form.detail.link ?? t('wordsNone')}
      isEditing={isEditing}
      onEdit={onEdit}
      onLeave={form.onLeave}
    >
      <WordsForm {...form} />
    </EditableRow>
  );
}
