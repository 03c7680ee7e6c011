'use client';

import { useLocale, useTranslations } from 'next-intl';
import { AddToAlbum, useSetDone } from '@/components/alias/deliveries/delivery-actions';
import { useCall } from '@/lib/client/call/use-call';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { answerText } from '@/lib/domain/inbox/answer-text';

export function SenderAnswers({ shareId, hasFiles }: { shareId: string; hasFiles: boolean }) {
  const t = useTranslations('share.detail.sender');
  const locale = useLocale();
  const { data } = useCall(aliasForm.delivery, { params: { id: shareId } });
  const delivery = data?.delivery;
  if (!delivery) return null;
  const { number, name, email, reference, answers, isLate } = delivery;
  const rows = [
    { label: t('number'), value: number > 0 ? String(number) : null },
    { label: t('name'), value: name },
    { label: t('email'), value: email },
    { label: t('reference'), value: reference },
    ...answers.map((answer) => ({ label: answer.label, value: answerText(answer, locale) })),
    { label: t('time'), value: isLate ? t('late') : null },
  ].filter(({ value }) => value !== null);
  return (
    <section aria-label={t('title')} className="mb-10">
      <div className="mb-2 flex flex-wrap items-center gap-x-6">
        <MarkDone shareId={shareId} isDone={delivery.done} />
        {delivery.album && hasFiles && <AddToAlbum id={shareId} />}
      </div>
      <dl className="divide-y divide-line border-y border-line text-sm">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex gap-x-6 px-2 py-3 max-sm:flex-col">
            <dt className="shrink-0 text-muted wrap-anywhere sm:w-48">{label}</dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-wrap">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function MarkDone({ shareId, isDone }: { shareId: string; isDone: boolean }) {
  const t = useTranslations('deliveries');
  const { isOn, set } = useSetDone(shareId, isDone);
  return (
    <label className="flex min-h-9 w-fit items-center gap-2.5 pl-2 text-sm pointer-coarse:min-h-11">
      <input type="checkbox" checked={isOn} onChange={(event) => set(event.target.checked)} />
      {t(isOn ? 'isDone' : 'markDone')}
    </label>
  );
}
