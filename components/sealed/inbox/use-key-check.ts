import { useEffect, useState } from 'react';
import type { KeyCheck } from '@/lib/domain/sealed/key-check';

// Few inboxes are encrypted.
const loadCheck = () => import('@/lib/client/sealed/check-inbox-key');

/** Of an inbox with a key, or of a link that promises one. */
export const hasKeyToCheck = (publicKey: string | null): boolean =>
  publicKey !== null || /pk(=|%)/i.test(globalThis.location?.hash ?? '');

/** Null until the key is checked. */
export function useKeyCheck(aliasId: string, publicKey: string | null): KeyCheck | null {
  const [check, setCheck] = useState<KeyCheck | null>(null);
  useEffect(() => {
    let isLeft = false;
    const look = async () => {
      if (!hasKeyToCheck(publicKey)) return setCheck('plain');
      const found = await (await loadCheck()).checkVisitedInbox(aliasId, publicKey);
      if (!isLeft) setCheck(found);
    };
    // What a browser can’t check isn’t sent: sending checks it again.
    const lookSafely = () => void look().catch(() => undefined);
    lookSafely();
    addEventListener('hashchange', lookSafely);
    return () => {
      isLeft = true;
      removeEventListener('hashchange', lookSafely);
    };
  }, [aliasId, publicKey]);
  return check;
}
