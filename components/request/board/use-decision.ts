import { useQueryClient } from '@tanstack/react-query';
import { CallError } from '@/lib/client/call/call';
import { callKey } from '@/lib/client/call/call-key';
import { useSend } from '@/lib/client/call/use-call';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { round } from '@/lib/contract/alias/round';
import { type Decision, type SlotState, slotStates } from '@/lib/domain/request/progress';
import type { FilledCell } from './use-board';

type DecisionOptions = { aliasId: string; open: FilledCell; onDecided: () => void };

/** Reads the board again if somebody else was quicker; `changed` is what they decided. */
export function useDecision({ aliasId, open: { row, slot, cell }, onDecided }: DecisionOptions) {
  const cache = useQueryClient();
  const send = useSend(round.decide, {
    reloads: [round.board, round.list, deliveries.search, aliasForm.delivery],
  });
  const changed = changedTo(send.error);
  return {
    isPending: send.isPending,
    changed,
    error: changed ? null : send.error,
    decide(decision: Decision | null, reason = '') {
      if (send.isPending) return;
      const body = { request: row.id, slot: slot.id, decision, reason, version: cell.version };
      const move = decision === null ? () => undefined : onDecided;
      send.mutateAsync({ params: { id: aliasId }, body }).then(move, (error: Error) => {
        if (changedTo(error)) void cache.invalidateQueries({ queryKey: callKey(round.board) });
      });
    },
  };
}

export type Deciding = ReturnType<typeof useDecision>;

function changedTo(error: Error | null): SlotState | null {
  if (!(error instanceof CallError) || error.code !== 'request.changed') return null;
  const now = error.answer.now as { state?: unknown } | undefined;
  return slotStates.find((state) => state === now?.state) ?? 'received';
}
