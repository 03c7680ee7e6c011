import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Banner } from '@/components/ui/dialog/banner';
import { useBytes } from '@/lib/client/content/use-bytes';
import type { InboxForm } from '@/lib/domain/inbox/inbox-form';
import { zonedDateTimeFormat } from '@/lib/domain/time/moment';

type InboxTermsProps = { form: InboxForm; intro: ReactNode; isLate: boolean };

export function InboxTerms({ form, intro, isLate }: InboxTermsProps) {
  const t = useTranslations('inbox.terms');
  const terms = useTerms(form);
  return (
    <div className="mb-6 flex flex-col gap-4">
      {intro}
      {isLate && <Banner tone="info">{t('late')}</Banner>}
      <dl className="divide-y divide-line border-y border-line text-sm">
        {terms.map(({ label, texts }) => (
          <div key={label} className="flex gap-x-6 py-2 max-sm:flex-col">
            <dt className="shrink-0 text-muted sm:w-36">{label}</dt>
            <dd className="min-w-0 wrap-anywhere tabular-nums">
              {texts.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function useTerms(form: InboxForm): { label: string; texts: string[] }[] {
  const t = useTranslations('inbox.terms');
  const format = useFormatter();
  const sizeText = useBytes();
  const { groups, endings, maxFiles, maxFileBytes, maxBytes, closesAt, lateUntil } = form;
  const kinds = [...groups.map((group) => t(`groups.${group}`)), ...endings.map((ending) => `.${ending}`)];
  const limits = [
    maxFiles !== null && t('maxFiles', { count: maxFiles }),
    maxFileBytes !== null && t('maxFile', { size: sizeText(maxFileBytes) }),
    maxBytes !== null && t('maxTotal', { size: sizeText(maxBytes) }),
  ].filter((limit) => limit !== false);
  const dateOf = (ms: number) => format.dateTime(ms, zonedDateTimeFormat);
  const until = closesAt !== null && [
    dateOf(closesAt),
    lateUntil !== null && t('lateUntil', { date: dateOf(lateUntil) }),
    t('grace'),
  ];
  const row = (name: 'to' | 'until' | 'accepted' | 'limits', texts: (string | false)[] | false) => ({
    label: t(name),
    texts: texts ? texts.filter((text) => text !== false) : [],
  });
  return [
    row('to', [form.recipient]),
    row('until', until),
    row('accepted', kinds.length > 0 && [format.list(kinds)]),
    row('limits', limits.length > 0 && [format.list(limits, { type: 'unit', style: 'short' })]),
  ].filter(({ texts }) => texts.length > 0);
}
