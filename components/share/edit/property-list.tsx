'use client';

import dynamic from 'next/dynamic';
import { useFormatter, useTranslations } from 'next-intl';
import type { ComponentType, ReactNode } from 'react';
import { useFetchAhead } from '@/lib/client/call/use-fetch-ahead';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { usePeriod } from '../use-limits';
import { EditableRow, type EditedField, type PropertyFormProps } from './editable-row';
import { MaxViewsForm, NameForm, PasswordForm } from './property-forms';
import { ValidityForm } from './validity-form';

const loadLate = () => import('./late-forms');
const MaxDownloadsForm = dynamic(() => loadLate().then((part) => part.MaxDownloadsForm), {
  loading: () => null,
});
const WordsForm = dynamic(() => loadLate().then((part) => part.WordsForm), { loading: () => null });

const forms: [EditedField, ComponentType<PropertyFormProps>][] = [
  ['name', NameForm],
  ['validity', ValidityForm],
  ['maxViews', MaxViewsForm],
  ['maxDownloads', MaxDownloadsForm],
  ['password', PasswordForm],
  ['words', WordsForm],
];

type PropertyListProps = {
  detail: ShareDetail;
  editing: EditedField | null;
  onEditing: (field: EditedField | null) => void;
};

export function PropertyList({ detail, editing, onEditing }: PropertyListProps) {
  const t = useTranslations('share.detail.fields');
  const values = usePropertyValues(detail);
  useFetchAhead(loadLate);
  return (
    <dl className="divide-y divide-line border-y border-line">
      {forms
        .filter(([field]) => !(detail.e2ee && field === 'name'))
        .map(([field, Form]) => {
          const leave = () => editing === field && onEditing(null);
          return (
            <EditableRow
              key={field}
              label={t(field)}
              value={values[field]}
              isEditing={editing === field}
              onEdit={() => onEditing(field)}
              onLeave={leave}
            >
              <Form detail={detail} onLeave={leave} />
            </EditableRow>
          );
        })}
    </dl>
  );
}

function usePropertyValues(detail: ShareDetail): Record<EditedField, ReactNode> {
  const t = useTranslations('share.detail.fields');
  const format = useFormatter();
  const periodOf = usePeriod();
  const { name, validity, until, viewsLimited, maxViews, maxDownloads, password, link } = detail;
  return {
    name: name ?? <span className="font-normal text-muted">{t('noName')}</span>,
    validity:
      until === null
        ? periodOf(validity)
        : t('untilValue', { date: format.dateTime(until, dateTimeFormat('medium')) }),
    maxViews: viewsLimited ? format.number(maxViews) : t('anyNumber'),
    maxDownloads: maxDownloads === null ? t('anyNumber') : format.number(maxDownloads),
    password: t(password ? 'passwordSet' : 'passwordNone'),
    words: link ?? t('wordsNone'),
  };
}
