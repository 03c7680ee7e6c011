import { checkInboxKey, fingerprintOf, readFingerprint } from '@/lib/domain/sealed/fingerprint';
import { allowsSending, type KeyCheck } from '@/lib/domain/sealed/key-check';
import { keepFingerprint, knownFingerprint } from './known-inbox-keys';

/**
 * Checks the key that the server names for an inbox against the link in the address bar, else against an earlier visit,
 * which promises no encryption where the owner has stopped it.
 */
export async function checkVisitedInbox(aliasId: string, publicKey: string | null): Promise<KeyCheck> {
  const kept = publicKey === null ? null : knownFingerprint(aliasId);
  const expected = readFingerprint(location.hash) ?? kept;
  const check = await checkInboxKey(publicKey, expected);
  if (check === 'fits' && expected) keepFingerprint(aliasId, expected);
  return check;
}

/** Nothing was sent, because the server names another key than the link. */
export class UntrustedKeyError extends Error {
  override readonly name = 'UntrustedKeyError';
}

/** @throws UntrustedKeyError */
export async function trustedInboxKey(aliasId: string, publicKey: string | null): Promise<string> {
  const check = await checkVisitedInbox(aliasId, publicKey);
  if (publicKey === null || !allowsSending(check)) throw new UntrustedKeyError(check);
  return publicKey;
}

export const keepInboxKey = async (aliasId: string, publicKey: string): Promise<void> =>
  keepFingerprint(aliasId, await fingerprintOf(publicKey));
