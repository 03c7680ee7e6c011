import { useState } from 'react';
import { CallError } from '@/lib/client/call/call';
import { useSend } from '@/lib/client/call/use-call';
import { round } from '@/lib/contract/alias/round';
import { inputOf, type RoundDraft } from './round-draft';

/** Begins a round and asks its people. What the server refuses leaves no round behind. */
export function useAsk(aliasId: string) {
  const { mutateAsync: create } = useSend(round.create, { reloads: [round.list] });
  const { mutateAsync: addPeople } = useSend(round.addPeople, { reloads: [round.list] });
  const { mutateAsync: attach } = useSend(round.example);
  const { mutateAsync: remove } = useSend(round.remove, { reloads: [round.list] });
  const [madeId, setMadeId] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const [isPending, setPending] = useState(false);
  const params = { id: aliasId };

  async function ask(draft: RoundDraft): Promise<string> {
    const id = madeId || (await create({ params, body: inputOf(draft) })).id;
    setMadeId(id);
    try {
      // Before anybody is asked.
      for (const [at, { example }] of draft.slots.entries())
        if (example)
          await attach({
            params,
            body: { round: id, slot: at + 1, name: example.name, data: await base64Of(example) },
          });
      await addPeople({ params, body: { round: id, table: draft.table } });
    } catch (failure) {
      // Without an answer people may have been asked: the round stays, and asks those that are missing.
      const isRefused = failure instanceof CallError && failure.kind === 'refused';
      if (isRefused)
        await remove({ params, body: { round: id } }).then(
          () => setMadeId(''),
          () => undefined,
        );
      throw failure;
    }
    return id;
  }

  return {
    error,
    isPending,
    /** Its slots can no longer be changed. */
    isMade: madeId !== '',
    reset: () => setError(null),
    send(draft: RoundDraft, onAsked: (id: string) => void) {
      setPending(true);
      setError(null);
      ask(draft)
        .then(onAsked, setError)
        .finally(() => setPending(false));
    },
  };
}

const base64Of = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(file);
  });
