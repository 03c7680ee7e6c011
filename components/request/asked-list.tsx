'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import type { Asked } from '@/lib/contract/alias/request';
import { isThere } from '@/lib/domain/request/progress';
import { SlotRow } from './slot-row';

type AskedListProps = { asked: Asked; token: string };

/** A recipient’s page turned round: each slot is saved at once. */
export function AskedList({ asked, token }: AskedListProps) {
  const t = useTranslations('asked');
  const { from, title, messages, slots, closed, complete, seal, name } = asked;
  return (
    <article className="mx-auto w-full max-w-xl">
      <header className="mb-6 flex flex-col gap-2">
        <p className="text-sm text-muted wrap-anywhere">{t('lead', { from })}</p>
        <h1 className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
        <Progress asked={asked} />
      </header>
      {messages.map((message) => (
        <p key={message} className="mb-4 whitespace-pre-wrap text-pretty wrap-anywhere">
          {message}
        </p>
      ))}
      <div className="mb-4 flex flex-col gap-2 empty:hidden">
        {complete && <Banner tone="info">{t('done', { name })}</Banner>}
        {closed && <Banner tone="error">{t('closed')}</Banner>}
      </div>
      {seal && <p className="mb-4 text-sm text-muted text-pretty">{t('sealed')}</p>}
      <ul className="divide-y divide-line border-y border-line">
        {slots.map((slot) => (
          <SlotRow
            key={slot.id}
            slot={slot}
            token={token}
            publicKey={seal?.publicKey ?? null}
            isClosed={closed}
          />
        ))}
      </ul>
    </article>
  );
}

function Progress({ asked: { slots, due, late } }: Pick<AskedListProps, 'asked'>) {
  const t = useTranslations('asked');
  const format = useFormatter();
  const here = slots.filter(({ state }) => isThere(state)).length;
  const style = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const date = format.dateTime(new Date(`${due}T12:00:00Z`), style);
  const sums = { here, total: slots.length, missing: slots.length - here };
  return (
    <p role="status" className="font-medium tabular-nums text-pretty">
      {t('progress', sums)} · {t(late ? 'late' : 'until', { date })}
    </p>
  );
}
