'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { activity } from '@/lib/contract/activity';
import { type Recipient, recipient } from '@/lib/contract/share/recipient';
import { dateTimeFormat } from '@/lib/domain/time/moment';
import { PeopleFields } from './people-fields';

export function PeoplePanel({ shareId, isDraft }: { shareId: string; isDraft: boolean }) {
  const t = useTranslations('share.detail.people');
  const { mailEnabled } = useAppConfig();
  const { data } = useCall(recipient.list, { params: { id: shareId } });
  return (
    <section aria-label={t('title')} className="mt-8">
      <h2 className="text-sm font-medium">{t('title')}</h2>
      <p className="mt-0.5 mb-4 text-xs text-muted text-pretty">
        {mailEnabled ? t(isDraft ? 'draft' : 'lead') : t('mailOff')}
      </p>
      {data && data.items.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {data.items.map((person) => (
            <PersonRow key={person.id} shareId={shareId} person={person} />
          ))}
        </ul>
      )}
      {data && (data.items.length > 0 || data.only) && (
        <RecipientsOnlySwitch shareId={shareId} only={data.only} />
      )}
      {mailEnabled && <AddPeople shareId={shareId} />}
    </section>
  );
}

function RecipientsOnlySwitch({ shareId, only }: { shareId: string; only: boolean }) {
  const t = useTranslations('share.detail.people');
  const send = useSend(recipient.setOnly, peopleReloads);
  const isOn = send.isPending ? send.variables.body.value : only;
  return (
    <div className="mb-4">
      <Switch
        label={t('only')}
        hint={t('onlyHint')}
        checked={isOn}
        onChange={(event) => send.mutate({ params: { id: shareId }, body: { value: event.target.checked } })}
      />
      <FailureBanner error={send.error} />
    </div>
  );
}

type PersonRowProps = { shareId: string; person: Recipient };

function PersonRow({ shareId, person }: PersonRowProps) {
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

function AddPeople({ shareId }: { shareId: string }) {
  const t = useTranslations('share.detail.people');
  const failureText = useFailureText();
  const [to, setTo] = useState('');
  const [message, setMessage] = useState('');
  const add = useSend(recipient.add, peopleReloads);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (to.trim() === '' || add.isPending) return;
    add.mutate(
      { params: { id: shareId }, body: { to: [to], message } },
      {
        onSuccess: () => {
          setTo('');
          setMessage('');
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-4">
      <PeopleFields
        to={to}
        message={message}
        error={add.error && failureText(add.error)}
        onTo={setTo}
        onMessage={setMessage}
      />
      {add.data && to === '' && <Banner tone="success">{add.data.message}</Banner>}
      <div>
        <Button type="submit" tone="quiet" pending={add.isPending} disabled={to.trim() === ''}>
          {t('add')}
        </Button>
      </div>
    </form>
  );
}

const peopleReloads = { reloads: [recipient.list, activity.ofShare] };
