'use client';

import { PlusIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/dialog/toast';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { useSend } from '@/lib/client/call/use-call';
import { round } from '@/lib/contract/alias/round';
import { readPeople } from '@/lib/domain/request/people-table';
import { PeopleField } from '../ask/people-field';
import { wrongPeopleIn } from '../ask/wrong-people';

type AskMoreProps = { aliasId: string; roundId: string };

/** Asks further people for the same. */
export function AskMore({ aliasId, roundId }: AskMoreProps) {
  const t = useTranslations('request');
  const cancel = useTranslations('alias.form');
  const say = useToast();
  const add = useSend(round.addPeople, { reloads: [round.board, round.list] });
  const [table, setTable] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isTried, setTried] = useState(false);
  const found = isTried ? readPeople(table).wrong : [];

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (table.trim() === '' || readPeople(table).wrong.length > 0)
      return focusFirstProblem(event.currentTarget);
    const onSuccess = ({ message }: { message: string }) => {
      say(message);
      close();
    };
    add.mutate({ params: { id: aliasId }, body: { round: roundId, table } }, { onSuccess });
  }
  function close() {
    setTable('');
    setTried(false);
    setOpen(false);
    add.reset();
  }

  if (!isOpen)
    return (
      <div className="mb-4">
        <Button tone="quiet" onClick={() => setOpen(true)}>
          <PlusIcon aria-hidden />
          {t('people.add')}
        </Button>
      </div>
    );
  return (
    <form
      noValidate
      onSubmit={submit}
      className="mb-6 flex max-w-xl flex-col gap-4 rounded-card bg-raised p-5 ring-1 ring-line"
    >
      <PeopleField
        table={table}
        wrong={found.length > 0 ? found : wrongPeopleIn(add.error)}
        isMissing={isTried && table.trim() === ''}
        onChange={(text) => {
          setTable(text);
          if (add.error) add.reset();
        }}
      />
      <FailureBanner error={add.error} />
      <div className="flex justify-end gap-2">
        <Button tone="ghost" onClick={close}>
          {cancel('cancel')}
        </Button>
        <Button type="submit" pending={add.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
