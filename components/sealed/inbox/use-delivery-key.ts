import { useEffect, useState } from 'react';
import { useCall } from '@/lib/client/call/use-call';
import { openDeliveryKey } from '@/lib/client/sealed/inbox-seals';
import { shareKeys, useShareKey } from '@/lib/client/sealed/share-keys';
import { type InboxSeal, sealed } from '@/lib/contract/share/sealed';

/** The seal whose passphrase opens a delivery; null for what came another way. An open inbox opens it at once. */
export function useDeliverySeal(
  id: string,
  isReceived: boolean,
): { seal: InboxSeal; open: () => void } | null {
  const key = useShareKey(id);
  const isWanted = isReceived && key === null;
  const { data, isPlaceholderData } = useCall(sealed.get, { params: { id } }, { isWanted });
  const [tries, setTries] = useState(0);
  const { seal = null, sealedKey = null } = isPlaceholderData ? {} : (data ?? {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` grows once the passphrase is typed
  useEffect(() => {
    if (!isWanted || !seal || !sealedKey) return;
    void openDeliveryKey(seal, sealedKey).then((found) => found && shareKeys.set(id, found));
  }, [id, isWanted, seal, sealedKey, tries]);
  return seal && sealedKey !== null ? { seal, open: () => setTries((count) => count + 1) } : null;
}
