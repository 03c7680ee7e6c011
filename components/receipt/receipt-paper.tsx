'use client';

import { PlusIcon, PrinterIcon, Undo2Icon } from 'lucide-react';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { EncryptedMark } from '@/components/sealed/encrypted-mark';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Confirm } from '@/components/ui/dialog/confirm';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { useShortBytes } from '@/lib/client/content/use-bytes';
import { type Receipt, receipt as receiptCalls } from '@/lib/contract/alias/receipt';
import { answerText } from '@/lib/domain/inbox/answers';
import { zonedDateTimeFormat } from '@/lib/domain/time/moment';
import { paths } from '@/lib/paths';

type ReceiptPaperProps = { receipt: Receipt; token: string; onBack: () => void };

export function ReceiptPaper({ receipt, token, onBack }: ReceiptPaperProps) {
  const t = useTranslations('receipt');
  const format = useFormatter();
  const locale = useLocale();
  const sizeText = useShortBytes();
  const { number, at, aliasName, note, sender, files, total } = receipt;
  const rows = [
    { label: t('number'), value: String(number) },
    { label: t('at'), value: format.dateTime(at, zonedDateTimeFormat) },
    { label: t('late'), value: sender.isLate ? t('isLate') : null },
    { label: t('name'), value: sender.name },
    { label: t('email'), value: sender.email },
    { label: t('reference'), value: sender.reference },
    ...sender.answers.map((answer) => ({ label: answer.label, value: answerText(answer, locale) })),
    { label: t('note'), value: note },
  ].filter(({ value }) => value !== null && value !== '');
  const missing = total.files - files.length;
  const arrived = files.filter(({ scan }) => scan !== 'held');
  return (
    <article className="mx-auto w-full max-w-2xl">
      <header className="mb-6 flex flex-wrap items-end gap-4">
        <div className="mr-auto min-w-0">
          <p className="text-sm text-muted">{t('title')}</p>
          <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{aliasName}</h1>
          {receipt.sealed && (
            <p className="mt-2">
              <EncryptedMark text={t('encrypted')} />
            </p>
          )}
        </div>
        <span className="print:hidden">
          <Button tone="quiet" onClick={() => window.print()}>
            <PrinterIcon aria-hidden />
            {t('print')}
          </Button>
        </span>
      </header>
      <dl className="divide-y divide-line border-y border-line text-sm">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex gap-x-6 px-2 py-2.5 max-sm:flex-col">
            <dt className="shrink-0 text-muted wrap-anywhere sm:w-40">{label}</dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-wrap tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <h2 className="mt-8 mb-2 font-medium tabular-nums">
        {t('files', {
          count: arrived.length,
          size: sizeText(arrived.reduce((sum, { size }) => sum + size, 0)),
        })}
      </h2>
      {missing > 0 && <p className="mb-2 text-sm text-muted">{t('missing', { count: missing })}</p>}
      <ul className="divide-y divide-line border-y border-line text-sm">
        {files.map(({ path, name, size, sha256, scan }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list never changes
          <li key={index} className="px-2 py-2.5 break-inside-avoid">
            <div className="flex gap-4">
              <span className="min-w-0 wrap-anywhere">{path ? `${path}/${name}` : name}</span>
              <span className="ml-auto shrink-0 text-muted tabular-nums">{sizeText(size)}</span>
            </div>
            {scan === 'held' ? (
              <p className="mt-0.5 text-xs text-warn-text">{t('held')}</p>
            ) : (
              <p className="mt-0.5 font-mono text-xs wrap-anywhere text-muted">
                {sha256 ? `SHA-256 ${sha256}` : t('noSum')}
              </p>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-6 print:hidden">
        {receipt.changesUntil !== null && (
          <TakeBack token={token} until={receipt.changesUntil} into={receipt.into} onDone={onBack} />
        )}
        {receipt.isOver && <p className="text-sm text-pretty text-muted">{t('back.over')}</p>}
      </div>
    </article>
  );
}

type TakeBackProps = { token: string; until: number; into: Receipt['into']; onDone: () => void };

function TakeBack({ token, until, into, onDone }: TakeBackProps) {
  const t = useTranslations('receipt.back');
  const format = useFormatter();
  const failureText = useFailureText();
  const { mutateAsync, error } = useSend(receiptCalls.takeBack, { reloads: [receiptCalls.look] });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-64 text-sm text-pretty text-muted">
        {t('until', { date: format.dateTime(until, zonedDateTimeFormat) })}
      </p>
      {into && (
        <ButtonLink tone="quiet" href={paths.inboxFor(into.aliasId, token)}>
          <PlusIcon aria-hidden />
          {t('add')}
        </ButtonLink>
      )}
      <Confirm
        trigger={
          <Button tone="quiet">
            <Undo2Icon aria-hidden />
            {t('button')}
          </Button>
        }
        title={t('ask')}
        text={t('text')}
        confirmLabel={t('yes')}
        cancelLabel={t('no')}
        error={error && failureText(error)}
        onConfirm={async () => {
          await mutateAsync({ body: { token } });
          onDone();
        }}
      />
    </div>
  );
}
