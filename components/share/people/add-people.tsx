'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Banner } from '@/components/ui/dialog/banner';
import { useSend } from '@/lib/client/call/use-call';
import { useFailureText } from '@/lib/client/call/use-failure-text';
import { recipient } from '@/lib/contract/share/recipient';
import { PeopleFields } from './people-fields';
import { peopleReloads } from './people-reloads';

export function AddPeople({ shareId }: { shareId: string }) {
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
