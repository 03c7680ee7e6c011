'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { type Recipient, recipient } from '@/lib/contract/share/recipient';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { peopleReloads } from './people-reloads';

type PersonRowProps = { shareId: string; person: Recipient };

export function PersonRow({ shareId, person }: PersonRowProps) {
  const t = useTranslations('share.detail.people');
  const failureText = useFailureText();
  const facts = useFacts(person);
  const again = useSend(recipient.send, peopleReloads);
  const withdraw = useSend(recipient.withdraw, peopleReloads);
  const { id: recipientId, address, state } = person;
  const input = { params: { id: shareId, recipientId } };
  const isPending = again.isPending || withdraw.isPending;
  const error = again.error ?? withdraw.error;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-2 py-2 text-sm">
      <div className="mr-auto min-w-0 flex-1 basis-56">
        <p className="font-medium wrap-anywhere">{address}</p>
        <p className={`text-xs wrap-anywhere ${state === 'refused' ? 'text-danger' : 'text-muted'}`}>
          {facts}
        </p>
        {error && (
          <p role="alert" className="text-xs text-danger">
            {failureText(error)}
          </p>
        )}
      </div>
      {state !== 'withdrawn' && (
        <span className="flex gap-2">
          <Button
            tone="ghost"
            aria-label={t('againTo', { address })}
            disabled={isPending}
            onClick={() => again.mutate(input)}
          >
            {t('again')}
          </Button>
          <Button
            tone="ghost"
            aria-label={t('withdrawOf', { address })}
            disabled={isPending}
            onClick={() => withdraw.mutate(input)}
          >
            {t('withdraw')}
          </Button>
        </span>
      )}
    </li>
  );
}

function useFacts({ state, refusal, opened, downloads }: Recipient): string {
  const t = useTranslations('share.detail.people');
  const tActivity = useTranslations('share.activity');
  const format = useFormatter();
  const sent = state === 'refused' ? t('refused', { reason: refusal || t('unreachable') }) : t(state);
  const facts = [
    sent,
    opened !== null && t('opened', { date: format.dateTime(opened, dateTimeFormat('medium')) }),
    downloads > 0 && tActivity('total', { count: downloads }),
  ];
  return facts.filter((fact) => typeof fact === 'string').join(' · ');
}
