import { useEffect, useEffectEvent } from 'react';
import { useCall } from '@/lib/client/call/use-call';
import { openDeliveryKey } from '@/lib/client/sealed/inbox-seals';
import { shareKeys, useShareKey } from '@/lib/client/sealed/share-keys';
import { type InboxSeal, sealed } from '@/lib/contract/share/sealed';

/** `open` returns false while the inbox is locked, and for a key that was sealed for another or isn't one. */
type DeliverySeal = { seal: InboxSeal; open: () => Promise<boolean> };

/** The seal whose passphrase opens a delivery; null for what came another way. An open inbox opens it at once. */
export function useDeliverySeal(id: string, isReceived: boolean): DeliverySeal | null {
  const key = useShareKey(id);
  const isWanted = isReceived && key === null;
  const { data, isPlaceholderData } = useCall(sealed.get, { params: { id } }, { isWanted });
  const { seal = null, sealedKey = null } = isPlaceholderData ? {} : (data ?? {});
  const open = async () => {
    const found = seal && sealedKey ? await openDeliveryKey(seal, sealedKey).catch(() => null) : null;
    if (found) shareKeys.set(id, found);
    return found !== null;
  };
  const openAtOnce = useEffectEvent(open);
  useEffect(() => {
    if (isWanted && seal && sealedKey) void openAtOnce();
  }, [isWanted, seal, sealedKey]);
  return seal && sealedKey !== null ? { seal, open } : null;
}
