'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { useBytes } from '@/lib/client/content/use-bytes';
import type { AliasForm } from '@/lib/contract/alias/alias-form';
import { zonedDateTimeFormat } from '@/lib/domain/time/moment';
import { languages } from '@/lib/i18n/locales';
import { useAskedTexts } from './asked-texts';

/** For members, who change nothing. */
export function FormSummary({ form }: { form: AliasForm }) {
  const t = useTranslations('alias.senders');
  const rows = useSummaryRows(form);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="form" className="mb-10 max-w-xl">
      <h2 id="form" className="mb-4 text-lg font-semibold tracking-tight">
        {t('title')}
      </h2>
      <dl className="divide-y divide-line border-y border-line text-sm">
        {rows.map(([label, text]) => (
          <div key={label} className="flex gap-x-6 px-2 py-3 max-sm:flex-col">
            <dt className="shrink-0 text-muted sm:w-40">{label}</dt>
            <dd className="min-w-0 wrap-anywhere tabular-nums">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function useSummaryRows(form: AliasForm): (readonly [string, string])[] {
  const t = useTranslations('alias.senders');
  const format = useFormatter();
  const sizeText = useBytes();
  const { recipient, intro, opensAt, closesAt, lateUntil, groups, endings, sender, questions } = form;
  const dateOf = (ms: number | null) => (ms === null ? '' : format.dateTime(ms, zonedDateTimeFormat));
  const sizeOf = (bytes: number | null) => (bytes === null ? '' : sizeText(bytes));
  const kinds = [...groups.map((group) => t(`groups.${group}`)), ...endings.map((ending) => `.${ending}`)];
  const questionTexts = useAskedTexts()({ sender, questions });
  return (
    [
      [t('recipient'), recipient],
      [t('intro'), intro.length > 120 ? `${intro.slice(0, 119)}…` : intro],
      [t('opensAt'), dateOf(opensAt)],
      [t('closesAt'), dateOf(closesAt)],
      [t('lateUntil'), dateOf(lateUntil)],
      [t('kinds'), format.list(kinds)],
      [t('maxFiles'), form.maxFiles === null ? '' : format.number(form.maxFiles)],
      [t('maxFile'), sizeOf(form.maxFileBytes)],
      [t('maxTotal'), sizeOf(form.maxBytes)],
      [t('asks'), format.list(questionTexts)],
      [t('language'), languages.find(({ locale }) => locale === form.language)?.label ?? ''],
      [t('color'), form.color ?? ''],
      [t('logo'), form.logo === null ? '' : '✓'],
    ] as const
  ).filter(([, text]) => text !== '');
}
