'use client';

import { useSend } from '@/lib/client/call/use-call';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';

/** Whether a delivery is ticked off, as it will be once the server knows, and what changes that. */
export function useSetDone(id: string, isDone: boolean) {
  const send = useSend(deliveries.setDone, { reloads: [deliveries.search, aliasForm.delivery] });
  return {
    isOn: send.isPending ? send.variables.body.value : isDone,
    isPending: send.isPending,
    set: (value: boolean) => send.mutate({ params: { id }, body: { value } }),
  };
}
