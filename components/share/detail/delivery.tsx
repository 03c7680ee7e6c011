'use client';

import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { AddToAlbum } from '@/components/delivery/add-to-album';
import { useDeliveryTitle } from '@/components/delivery/delivery-title';
import { useDoneMarks } from '@/components/delivery/done-marks';
import { ShownDocument } from '@/components/delivery/shown-document';
import { DownloadAll } from '@/components/files/zip/download-all';
import type { FileSource } from '@/components/files/zip/file-links';
import { Link } from '@/components/ui/link';
import { useCall } from '@/lib/client/call/use-call';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { answerText } from '@/lib/domain/inbox/answers';
import { totalOf } from '@/lib/domain/share-total';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { senderOf, shareTitle } from '@/lib/domain/title';
import { paths } from '@/lib/paths';

/** Undefined while it loads; null for one that was imported. */
function useDelivery(id: string) {
  const { data, isPending } = useCall(aliasForm.delivery, { params: { id } });
  return isPending ? undefined : (data?.delivery ?? null);
}

type DeliveryHeaderProps = {
  detail: ShareDetail;
  isPart: boolean;
  /** Null while it is sealed. */
  source: FileSource | null;
};

export function DeliveryHeader({ detail, isPart, source }: DeliveryHeaderProps) {
  const t = useTranslations('share.detail');
  const format = useFormatter();
  const sizeText = useShortBytes();
  const deliveries = useTranslations('deliveries');
  const titleOf = useDeliveryTitle();
  const { id, aliasId, aliasName, created, files, total } = detail;
  const delivery = useDelivery(id);
  const { files: count, size } = totalOf(detail);
  const { title: written, firstFile } = detail;
  const title =
    delivery === undefined
      ? ''
      : titleOf({ ...nobody, ...delivery, title: written, firstFile, files: count, created });
  const number = delivery?.number ?? 0;
  const numbered = number > 0 && deliveries('numbered', { number: String(number) });
  const subject = shareTitle(detail.description, detail.name);
  const Heading = isPart ? 'h2' : 'h1';
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
          })}
          {[t('summary', { count, size: sizeText(size) }), numbered]
            .filter((fact) => fact && fact !== title)
            .map((fact) => ` · ${fact}`)}
        </p>
        <Heading
          className={`min-h-9 font-semibold tracking-tight text-balance wrap-anywhere ${isPart ? 'text-2xl' : 'text-3xl'}`}
        >
          {title}
        </Heading>
        {subject !== null && title !== '' && subject !== title && (
          <p className="mt-1 text-pretty wrap-anywhere">{subject}</p>
        )}
      </div>
      {source && <DownloadAll {...{ files, total, source }} />}
    </header>
  );
}

const nobody = { name: null, email: null, reference: null, answers: [], number: 0 };

type DeliveryProps = {
  sender: ReactNode;
  note: ReactNode;
  hasNote: boolean;
  /** Null where it isn't shown in place. */
  shown: ComponentProps<typeof ShownDocument> | null;
  files: ReactNode;
  onward: ReactNode;
  /** For one that is published or being added to. */
  isOpen: boolean;
};

export function Delivery({ sender, note, hasNote, shown, files, onward, isOpen }: DeliveryProps) {
  const t = useTranslations('share.detail.delivery');
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <>
      {sender}
      {hasNote && note}
      {shown && <ShownDocument {...shown} />}
      {files}
      <details
        open={isOpen || isUnfolded}
        onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
        className="mt-12 border-t border-line"
      >
        <summary className="cursor-pointer py-3 text-sm font-medium">{t('onward')}</summary>
        <section aria-label={t('onward')} className="pt-4">
          {onward}
          {!hasNote && note}
        </section>
      </details>
    </>
  );
}

/** In place of the owner of the inbox, who only received it. */
export const SenderName = ({ id }: { id: string }) => {
  const delivery = useDelivery(id);
  return (delivery && senderOf(delivery)) ?? '–';
};

type SenderAnswersProps = { shareId: string; hasFiles: boolean; isPart: boolean };

export function SenderAnswers({ shareId, hasFiles, isPart }: SenderAnswersProps) {
  const t = useTranslations('share.detail.sender');
  const locale = useLocale();
  const delivery = useDelivery(shareId);
  if (!delivery) return null;
  const { email, reference, answers, isLate } = delivery;
  const rows = [
    { label: t('email'), value: email },
    { label: t('reference'), value: reference },
    ...answers.map((answer) => ({ label: answer.label, value: answerText(answer, locale) })),
    { label: t('time'), value: isLate ? t('late') : null },
  ].filter(({ value }) => value !== null && value !== senderOf(delivery));
  return (
    <div className="mb-8">
      <div className="mb-2 flex flex-wrap items-center gap-x-6">
        {!isPart && <MarkDone id={shareId} done={delivery.done} />}
        {delivery.album && hasFiles && <AddToAlbum id={shareId} />}
      </div>
      {rows.length > 0 && (
        <section aria-label={t('title')}>
          <dl className="divide-y divide-line border-y border-line text-sm">
            {rows.map(({ label, value }) => (
              <div key={label} className="flex gap-x-6 px-2 py-2.5 max-sm:flex-col">
                <dt className="shrink-0 text-muted wrap-anywhere sm:w-48">{label}</dt>
                <dd className="min-w-0 wrap-anywhere whitespace-pre-wrap">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}

function MarkDone(delivery: { id: string; done: boolean }) {
  const t = useTranslations('deliveries');
  const marks = useDoneMarks();
  const isOn = marks.isDone(delivery);
  return (
    <label className="flex min-h-9 w-fit items-center gap-2.5 pl-2 text-sm pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => marks.set(delivery.id, event.target.checked)}
      />
      {t(isOn ? 'isDone' : 'markDone')}
    </label>
  );
}
