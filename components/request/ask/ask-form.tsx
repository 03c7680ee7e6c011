'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { LeaveQuestion } from '@/components/alias/form/leave-question';
import { FailureBanner } from '@/components/app/failure-banner';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { Banner } from '@/components/ui/dialog/banner';
import { focusFirstProblem } from '@/components/ui/form/focus-first-problem';
import { readPeople } from '@/lib/domain/request/people-table';
import { requestPaths } from '@/lib/request-paths';
import { boardSearch } from '../board-view';
import { PeopleField } from './people-field';
import { ProofField } from './proof-field';
import { type DraftProblem, emptyRound, problemsOf, type RoundDraft } from './round-draft';
import { RoundFields } from './round-fields';
import { SlotFields } from './slot-fields';
import { useAsk } from './use-ask';
import { wrongPeopleIn } from './wrong-people';

export function AskForm({ aliasId, isSealed }: { aliasId: string; isSealed: boolean }) {
  const t = useTranslations('request');
  const cancel = useTranslations('alias.form');
  const router = useRouter();
  const asking = useAsk(aliasId);
  const [draft, setDraft] = useState(emptyRound);
  const [isTried, setTried] = useState(false);
  const problems = isTried ? problemsOf(draft) : new Set<DraftProblem>();
  const isWritten = JSON.stringify(draft) !== JSON.stringify(emptyRound());
  const wrong = isTried ? readPeople(draft.table).wrong : [];

  function change(part: Partial<RoundDraft>) {
    setDraft((now) => ({ ...now, ...part }));
    asking.reset();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    if (problemsOf(draft).size > 0 || readPeople(draft.table).wrong.length > 0)
      focusFirstProblem(event.currentTarget);
    else if (!asking.isPending)
      asking.send(draft, (id) => router.push(requestPaths.board(aliasId, boardSearch({ round: id }))));
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      {isSealed && <Banner tone="info">{t('form.sealed')}</Banner>}
      <fieldset disabled={asking.isMade} className="flex min-w-0 flex-col gap-6">
        <RoundFields draft={draft} problems={problems} onChange={change} />
        <ProofField isWanted={draft.proof} onChange={(proof) => change({ proof })} />
        <SlotFields slots={draft.slots} problems={problems} onChange={(slots) => change({ slots })} />
      </fieldset>
      <PeopleField
        table={draft.table}
        wrong={wrong.length > 0 ? wrong : wrongPeopleIn(asking.error)}
        isMissing={problems.has('people')}
        onChange={(table) => change({ table })}
      />
      <FailureBanner error={asking.error} />
      {isWritten && <LeaveQuestion />}
      <div className="flex flex-wrap-reverse items-center justify-between gap-2">
        <span className="-ml-3.5">
          <ButtonLink tone="ghost" href={requestPaths.list(aliasId)}>
            {cancel('cancel')}
          </ButtonLink>
        </span>
        <Button type="submit" pending={asking.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
