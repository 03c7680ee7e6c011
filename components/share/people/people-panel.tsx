'use client';

import { useTranslations } from 'next-intl';
import { Banner } from '@/components/ui/dialog/banner';
import { Switch } from '@/components/ui/form/switch';
import { useAppConfig } from '@/lib/client/app-config';
import { useCall, useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { recipient } from '@/lib/contract/share/recipient';
import { AddPeople } from './add-people';
import { peopleReloads } from './people-reloads';
import { PersonRow } from './person-row';

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
  const failureText = useFailureText();
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
      {send.error && <Banner tone="error">{failureText(send.error)}</Banner>}
    </div>
  );
}
