'use client';

import { MailIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { FailureBanner } from '@/components/app/failure-banner';
import { MailOff } from '@/components/mail/mail-off';
import type { MailKind } from '@/components/mail/use-mail-draft';
import { MailForm, type MailFormState } from '@/components/mail/use-mail-form';
import { Button } from '@/components/ui/button';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { activity } from '@/lib/contract/activity';
import { type Recipient, recipient } from '@/lib/contract/share/recipient';
import type { PublishState } from '@/lib/domain/publish';
import { dateTimeFormat } from '@/lib/domain/time/moment';

type PeoplePanelProps = { shareId: string; isOwn: boolean; state: PublishState; mailing: MailFormState };

/** Only the owner gives links to people; members mail the share's link. */
export function PeoplePanel({ shareId, isOwn, state, mailing }: PeoplePanelProps) {
  const t = useTranslations('share.detail.people');
  const link = useTranslations('share.detail.link');
  const { mailEnabled } = useAppConfig();
  const { data } = useCall(recipient.list, { params: { id: shareId } }, { isWanted: isOwn });
  const kinds = kindsOf(isOwn, state);
  const ownerLead = t(state === 'unpublished' ? 'draft' : 'lead');
  const lead = isOwn ? ownerLead : kinds.length === 0 && link('mailEnded');
  return (
    <section aria-label={t('title')} className="mb-8">
      <h2 className="text-sm font-medium">{t('title')}</h2>
      <p className="mt-0.5 mb-4 text-xs text-muted text-pretty">
        {mailEnabled ? (
          lead
        ) : (
          <>
            {t('mailOff')} <MailOff />
          </>
        )}
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
      {mailing.isOpen && kinds.length > 0 ? (
        <MailForm template={{ kind: 'share', id: shareId }} kinds={kinds} onLeave={mailing.close} />
      ) : (
        <Button
          ref={mailing.button}
          tone="quiet"
          disabled={!mailEnabled || kinds.length === 0}
          onClick={mailing.open}
        >
          <MailIcon aria-hidden />
          {link('mail')}
        </Button>
      )}
    </section>
  );
}

const kindsOf = (isOwn: boolean, state: PublishState): MailKind[] => [
  ...(isOwn ? (['personal'] as const) : []),
  ...(state === 'published' ? (['shared'] as const) : []),
];

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
        <span className="flex flex-wrap gap-2">
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

const peopleReloads = { reloads: [recipient.list, activity.ofShare] };
