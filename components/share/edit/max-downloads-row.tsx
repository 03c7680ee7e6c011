'use client';

import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import { EditableRow, type PropertyRowProps } from './editable-row';

const loadForm = () => import('./max-downloads-form').then((part) => part.MaxDownloadsForm);
const MaxDownloadsForm = dynamic(loadForm, { loading: () => null });

export function MaxDownloadsRow({ isEditing, onEdit, ...form }: PropertyRowProps) {
  const t = useTranslations('share.detail.fields');
  const format = useFormatter();
  const { maxDownloads } = form.detail;
  useFetchAhead(loadForm);
  return (
    <EditableRow
      label={t('maxDownloads')}
      value={maxDownloads === null ? t('anyNumber') : format.number(maxDownloads)}
      isEditing={isEditing}
      onEdit={onEdit}
      onLeave={form.onLeave}
    >
      <MaxDownloadsForm {...form} />
    </EditableRow>
  );
}
