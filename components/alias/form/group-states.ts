import { useFormatter, useTranslations } from 'next-intl';
import { useAppConfig } from '@/lib/client/app-config';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import type { AliasForm } from '@/lib/contract/alias/alias-form';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { languages } from '@/lib/i18n/locales';
import { useAskedTexts } from './asked-texts';
import { parseForm } from './form-draft';
import type { InboxGroup } from './inbox-groups';
import type { InboxValues } from './inbox-values';

type StatesInput = { values: InboxValues; zone: string; hasPassword: boolean };

/** Each group in one line, as it is typed. */
export function useGroupStates({ values, zone, hasPassword }: StatesInput): Record<InboxGroup, string> {
  const t = useTranslations('alias.fold');
  const format = useFormatter();
  const form = parseForm(values.form, zone);
  const asked = useAskedTexts()(form);
  const listOf = (texts: string[]) => format.list(texts, { type: 'unit' });
  return {
    look: useLookState(form),
    questions: asked.length === 0 ? t('noQuestions') : listOf(asked),
    files: useFilesState(form, values.album === 'open'),
    times: useTimesState(form),
    access: useAccessState(values, hasPassword),
  };
}

function useLookState({ language, color, logo }: AliasForm): string {
  const t = useTranslations('alias');
  const spoken = languages.find(({ locale }) => locale === language)?.label;
  const parts = [spoken, color, logo !== null && t('senders.logo')].filter(Boolean);
  return parts.length === 0 ? t('fold.usualLook') : parts.join(' · ');
}

/** @param isAlbum whose files nobody counts */
function useFilesState(form: AliasForm, isAlbum: boolean): string {
  const t = useTranslations('alias');
  const limits = useTranslations('inbox.terms');
  const format = useFormatter();
  const sizeText = useShortBytes();
  const { maxSize } = useAppConfig();
  const { groups, endings, maxFileBytes } = form;
  const maxFiles = isAlbum ? null : form.maxFiles;
  const maxBytes = isAlbum ? null : form.maxBytes;
  const kinds = [
    ...groups.map((group) => t(`senders.groups.${group}`)),
    ...endings.map((ending) => `.${ending}`),
  ];
  const most = Math.min(maxFileBytes || maxSize, maxBytes || maxSize, maxSize);
  const upTo = t('fold.upTo', {
    files: kinds.length === 0 ? t('fold.anyFile') : format.list(kinds, { type: 'unit' }),
    size: sizeText(most),
  });
  const more = [
    maxFiles && limits('maxFiles', { count: maxFiles }),
    maxBytes && maxBytes > most && limits('maxTotal', { size: sizeText(maxBytes) }),
  ];
  return [upTo, ...more].filter(Boolean).join(' · ');
}

function useTimesState({ opensAt, closesAt, lateUntil }: AliasForm): string {
  const t = useTranslations('alias.fold');
  const format = useFormatter();
  const dateOf = (ms: number) => format.dateTime(ms, dateTimeFormat('medium'));
  const parts = [
    opensAt !== null && t('from', { date: dateOf(opensAt) }),
    closesAt !== null && t('until', { date: dateOf(closesAt) }),
    lateUntil !== null && t('late', { date: dateOf(lateUntil) }),
  ].filter(Boolean);
  return parts.length === 0 ? t('alwaysOpen') : parts.join(' · ');
}

function useAccessState({ alias, album, password, dropsPassword }: InboxValues, isSet: boolean): string {
  const t = useTranslations('alias');
  const hasPassword = password !== '' || (isSet && !dropsPassword);
  return [
    t(hasPassword ? 'fold.password' : 'fold.noPassword'),
    album !== 'off' && t('fold.album', { mode: t(`album.mode.${album}`) }),
    alias.members.length > 0 && t('fold.members', { count: alias.members.length }),
  ]
    .filter(Boolean)
    .join(' · ');
}
