'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { SealedLine } from '@/components/sealed/inbox/sealed-line';
import { useKeyCheck } from '@/components/sealed/inbox/use-key-check';
import { SenderHead } from '@/components/sender/sender-head';
import { Banner } from '@/components/ui/dialog/banner';
import type { Asked } from '@/lib/contract/alias/asked';
import { isThere } from '@/lib/domain/request/progress';
import { allowsSending } from '@/lib/domain/sealed/key-check';
import { SlotRow } from './slot-row';

/** Said of the key of a sealed inbox, or of a link that promises one. */
export type KeyTexts = Record<'unchecked' | 'cut' | 'other' | 'unsealed' | 'unable', string>;

type AskedListProps = { asked: Asked; token: string; keyTexts: KeyTexts; chip: ReactNode };

/** A recipient’s page turned round: each slot is saved at once. */
export function AskedList({ asked, token, keyTexts, chip }: AskedListProps) {
  const t = useTranslations('asked');
  const { from, sender, title, messages, slots, closed, complete, seal, name } = asked;
  const asking = { token, publicKey: seal?.publicKey ?? null, round: slots[0]?.id ?? '' };
  const check = useKeyCheck(asking.round, asking.publicKey);
  const isTrusted = check === null || allowsSending(check);
  return (
    <article className="mx-auto w-full max-w-xl">
      <header className="mb-6 flex flex-col gap-2">
        {sender ? (
          <div className="mb-3">
            <SenderHead sender={sender} label={t('lead', { from })} />
          </div>
        ) : (
          <p className="text-sm text-muted wrap-anywhere">{t('lead', { from })}</p>
        )}
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
        {!seal && (check === 'cut' || check === 'unsealed') && (
          <Banner tone="error">{keyTexts[check]}</Banner>
        )}
      </div>
      {seal && (
        <SealedLine
          aliasId={asking.round}
          publicKey={seal.publicKey}
          texts={{ ...keyTexts, fits: t('sealed'), unchecked: `${t('sealed')} ${keyTexts.unchecked}` }}
        >
          {chip}
        </SealedLine>
      )}
      {!complete && !closed && isTrusted && (
        <p className="mb-4 text-sm text-muted text-pretty">{t('atOnce')}</p>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {slots.map((slot) => (
          <SlotRow key={slot.id} slot={slot} asking={asking} isClosed={closed || !isTrusted} />
        ))}
      </ul>
    </article>
  );
}

function Progress({ asked: { slots, due, late } }: Pick<AskedListProps, 'asked'>) {
  const t = useTranslations('asked');
  const format = useFormatter();
  const needed = slots.filter((slot) => slot.needed);
  const counted = needed.length > 0 ? needed : slots; // else it is complete while something is missing
  const here = counted.filter(({ state }) => isThere(state)).length;
  const day = new Date(`${due}T12:00:00Z`);
  const year = day.getUTCFullYear() === new Date().getFullYear() ? {} : ({ year: 'numeric' } as const);
  const style = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const date = format.dateTime(day, { ...style, ...year });
  const sums = { here, total: counted.length, missing: counted.length - here };
  return (
    <p role="status" className="font-medium tabular-nums text-pretty">
      {t('progress', sums)} · {t(late ? 'late' : 'until', { date })}
    </p>
  );
}
