import { useTranslations } from 'next-intl';
import { usePeriod } from '@/components/share/use-limits';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import type { AliasForm } from '@/lib/contract/alias/alias-form';
import { senderFields } from '@/lib/domain/inbox/inbox-form';
import { languages } from '@/lib/i18n/locales';
import type { AliasValues } from '../alias-rules';
import { draftOf, emptyForm } from './form-draft';

/** Names and values of the alias' own fields, for comparing two versions. */
export function useAliasTexts(values: AliasValues, detail: AliasDetail) {
  const t = useTranslations('alias.form');
  const members = useTranslations('alias.members');
  const periodOf = usePeriod();
  const people = [...values.members, ...detail.members.items];
  const loginOf = (id: unknown) => people.find((person) => person.id === id)?.login ?? String(id);
  const labels: Record<string, string> = {
    name: t('name'),
    enabled: t('enabled'),
    validity: t('validity'),
    members: members('label'),
  };
  return {
    labelOf: (field: string) => labels[field] ?? field,
    textOf: (_field: string, value: unknown): string => {
      if (typeof value === 'boolean') return value ? '✓' : '–';
      if (typeof value === 'number') return periodOf(value);
      return Array.isArray(value) ? value.map(loginOf).join(', ') : String(value ?? '');
    },
  };
}

/** Names and values of the form’s fields, for comparing two versions. */
export function useFormTexts(zone: string) {
  const t = useTranslations('alias.senders');
  const labels: Record<string, string> = {
    intro: t('intro'),
    recipient: t('recipient'),
    opensAt: t('opensAt'),
    closesAt: t('closesAt'),
    lateUntil: t('lateUntil'),
    groups: t('kinds'),
    endings: t('endings'),
    maxFiles: t('maxFiles'),
    maxFileBytes: t('maxFile'),
    maxBytes: t('maxTotal'),
    sender: t('asks'),
    changeHours: t('changeHours'),
    questions: t('questions'),
    language: t('language'),
    color: t('color'),
  };
  const senderText = (sender: AliasForm['sender']) =>
    senderFields.map((field) => `${t(`ask.${field}`)}: ${t(`demand.${sender[field]}`)}`).join('\n');
  return {
    labelOf: (field: string) => labels[field] ?? field,
    textOf: (field: string, value: unknown): string => {
      const form: AliasForm = { ...emptyForm, [field]: value };
      const { groups, sender, language, changeHours, questions, logo: _, ...typed } = draftOf(form, zone);
      const texts: Record<string, string> = {
        ...typed,
        groups: groups.map((group) => t(`groups.${group}`)).join(', '),
        sender: senderText(sender),
        language: languages.find(({ locale }) => locale === language)?.label ?? '',
        changeHours: t('hours', { hours: changeHours }),
        questions: questions.map(({ label, choices }) => `${label}\n${choices}`.trim()).join('\n\n'),
      };
      return texts[field] ?? '';
    },
  };
}
