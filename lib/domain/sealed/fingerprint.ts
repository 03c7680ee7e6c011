import { plainText } from '../pasted/plain-text';
import type { KeyCheck } from './key-check';
import { fromBase64Url } from './share-key';
import { shortHash } from './short-hash';
import { unescapeLink } from './unescape-link';

/** @param publicKey X25519 in base64 */
export const fingerprintOf = (publicKey: string): Promise<string> =>
  shortHash(fromBase64Url(publicKey) ?? new Uint8Array());

const marked = /(?<![\w-])pk=/i;
const whole = /(?<![\w-])pk=([0-9a-f]{32})(?![0-9a-z])/i;

/** Reads the fingerprint from a fragment or a whole link. Null where the link has none, "" for a cut one. */
export function readFingerprint(text: string): string | null {
  const plain = plainText(unescapeLink(text.slice(0, 4096)));
  if (!marked.test(plain)) return null;
  // Mails wrap long links.
  const [, value = ''] = whole.exec(plain) ?? whole.exec(plain.replace(/\s+/g, '')) ?? [];
  return value.toLowerCase();
}

/** @param expected what `readFingerprint` found, or what an earlier visit has kept */
export async function checkInboxKey(publicKey: string | null, expected: string | null): Promise<KeyCheck> {
  if (expected === null) return publicKey === null ? 'plain' : 'unchecked';
  if (expected === '') return 'cut';
  if (publicKey === null) return 'unsealed';
  return (await fingerprintOf(publicKey)) === expected ? 'fits' : 'other';
}
