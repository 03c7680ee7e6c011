import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/form/field';
import { Input } from '@/components/ui/form/input';
import { useSend } from '@/lib/client/call/use-call';
import { round } from '@/lib/contract/alias/round';
import { isDay } from '@/lib/domain/request/due';
import { requestPaths } from '@/lib/request-paths';
import { boardSearch } from '../board-view';
import { RoundForm } from './round-form';

type NextRoundProps = { aliasId: string; roundId: string; onLeave: () => void };

/** Asks the same people for the same once more, and leads to the new board. */
export function NextRound({ aliasId, roundId, onLeave }: NextRoundProps) {
  const t = useTranslations('request');
  const router = useRouter();
  const ask = useSend(round.again, { reloads: [round.list] });
  const [due, setDue] = useState('');
  const [isTried, setTried] = useState(false);
  function send() {
    setTried(true);
    if (!isDay(due)) return false;
    const onSuccess = ({ id }: { id: string }) => {
      onLeave();
      router.push(requestPaths.board(aliasId, boardSearch({ round: id })));
    };
    ask.mutate({ params: { id: aliasId }, body: { round: roundId, due } }, { onSuccess });
    return true;
  }
  return (
    <RoundForm
      sendLabel={t('send')}
      error={ask.error}
      isPending={ask.isPending}
      onSend={send}
      onLeave={onLeave}
    >
      <p className="text-sm text-muted">{t('round.nextText')}</p>
      <Field
        label={t('form.due')}
        hint={t('form.dueHint')}
        error={isTried && !isDay(due) && t('form.dueWrong')}
      >
        <Input type="date" required autoFocus value={due} onValueChange={setDue} />
      </Field>
    </RoundForm>
  );
}
