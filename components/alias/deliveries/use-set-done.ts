'use client';

import { useSend } from '@/lib/client/call/use-call';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';

/** `isOn` is optimistic: it changes before the server has answered. */
export function useSetDone(id: string, isDone: boolean) {
  const send = useSend(deliveries.setDone, { reloads: [deliveries.search, aliasForm.delivery] });
  return {
    isOn: send.isPending ? send.variables.body.value : isDone,
    isPending: send.isPending,
    set: (value: boolean) => send.mutate({ params: { id }, body: { value } }),
  };
}
