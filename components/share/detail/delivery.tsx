'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { AddToAlbum, useSetDone } from '@/components/alias/deliveries/delivery-actions';
import { DownloadAll } from '@/components/files/zip/download-all';
import { Link } from '@/components/ui/link';
import { useCall } from '@/lib/client/call/use-call';
import { useBytes } from '@/lib/client/use-bytes';
import { useTitle } from '@/lib/client/use-title';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { answerText } from '@/lib/domain/inbox/answers';
import { totalOf } from '@/lib/domain/share-total';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';

export function DeliveryHeader({ detail }: { detail: ShareDetail }) {
  const t = useTranslations('share.detail');
  const format = useFormatter();
  const sizeText = useBytes();
  const titleOf = useTitle();
  const { id, aliasId, aliasName, created, files, total } = detail;
  const { files: count, size } = totalOf(detail);
  return (
    <header className="mb-8 flex flex-wrap items-end gap-x-6 gap-y-4">
      <div className="mr-auto min-w-0 flex-1 basis-64">
        <p className="mb-1 text-sm text-muted tabular-nums">
          {t.rich('delivery.from', {
            alias: () =>
              aliasId && (
                <Link
                  href={paths.alias(aliasId)}
                  className="font-medium text-ink underline-offset-4 wrap-anywhere hover:underline"
                >
                  {aliasName}
                </Link>
              ),
            date: format.dateTime(created, dateTimeFormat('medium')),
          })}{' '}
          · {t('summary', { count, size: sizeText(size) })}
        </p>
        <h1 className="text-3xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">
          {titleOf(detail)}
        </h1>
      </div>
      <DownloadAll files={files} total={total} source={{ access: 'own', id }} />
    </header>
  );
}

type DeliveryProps = { sender: ReactNode; note: ReactNode; files: ReactNode; onward: ReactNode };

export function Delivery({ sender, note, files, onward }: DeliveryProps) {
  const t = useTranslations('share.detail.delivery');
  return (
    <>
      {sender}
      {note}
      {files}
      <section aria-labelledby="onward" className="mt-16">
        <h2 id="onward" className="mb-4 text-lg font-semibold tracking-tight">
          {t('onward')}
        </h2>
        {onward}
      </section>
    </>
  );
}

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
