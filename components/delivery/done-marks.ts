import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callKey } from '@/lib/client/call/call-key';
import { useSend } from '@/lib/client/call/use-call';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { type DeliveryItem, deliveries } from '@/lib/contract/alias/deliveries';
import { share } from '@/lib/contract/share/share';

const reloads = [deliveries.search, aliasForm.delivery, share.received, share.search];

export type DoneMarks = ReturnType<typeof useDoneMarks>;

/** Marks count before the server has answered, and until the list with all of them has been reloaded. */
export function useDoneMarks() {
  const cache = useQueryClient();
  const [marks, setMarks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const running = useRef(0);
  const sent = useRef(new Map<string, Promise<unknown>>());
  const { mutateAsync, error } = useSend(deliveries.setDone);
  const set = async (id: string, value: boolean) => {
    running.current += 1;
    setMarks((now) => new Map(now).set(id, value));
    // One after the other, so that what is undone at once stays so.
    const answer = Promise.resolve(sent.current.get(id))
      .then(() => mutateAsync({ params: { id }, body: { value } }))
      .catch(() => undefined);
    sent.current.set(id, answer);
    await answer;
    running.current -= 1;
    if (running.current > 0) return;
    void import('@/lib/client/call/stale').then(({ invalidateOtherTabs }) => invalidateOtherTabs(reloads));
    await Promise.all(reloads.map((stale) => cache.invalidateQueries({ queryKey: callKey(stale) })));
    if (running.current === 0) setMarks(new Map());
  };
  return {
    error,
    set: (id: string, value: boolean): void => void set(id, value),
    isDone: ({ id, done }: Pick<DeliveryItem, 'id' | 'done'>) => marks.get(id) ?? done,
  };
}
