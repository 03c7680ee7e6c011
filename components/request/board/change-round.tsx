import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSend } from '@/lib/client/call/use-call';
import { type Board, round } from '@/lib/contract/alias/round';
import { repeats } from '@/lib/domain/request/due';
import { ProofField } from '../ask/proof-field';
import { type DraftProblem, headOf, headProblems, type RoundHead } from '../ask/round-draft';
import { RoundFields } from '../ask/round-fields';
import { RoundForm } from './round-form';

type ChangeRoundProps = { aliasId: string; sheet: Board['round']; onLeave: () => void };

export function ChangeRound({ aliasId, sheet, onLeave }: ChangeRoundProps) {
  const t = useTranslations('alias.form');
  const save = useSend(round.change, { reloads: [round.board, round.list] });
  const [isTried, setTried] = useState(false);
  const [draft, setDraft] = useState<RoundHead>({
    name: sheet.name,
    due: sheet.due,
    message: sheet.message,
    repeat: repeats.find((one) => one === sheet.repeat) ?? '',
  });
  const [proof, setProof] = useState(sheet.proof);
  function send() {
    setTried(true);
    if (headProblems(draft).size > 0) return false;
    const body = { round: sheet.id, ...headOf(draft), ...(proof !== sheet.proof && { proof }) };
    save.mutate({ params: { id: aliasId }, body }, { onSuccess: onLeave });
    return true;
  }
  return (
    <RoundForm
      sendLabel={t('save')}
      error={save.error}
      isPending={save.isPending}
      onSend={send}
      onLeave={onLeave}
    >
      <RoundFields
        draft={draft}
        problems={isTried ? headProblems(draft) : new Set<DraftProblem>()}
        onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
      />
      <ProofField isWanted={proof} onChange={setProof} />
    </RoundForm>
  );
}
