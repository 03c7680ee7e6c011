import { headerBytes, parseHeader } from './layout';
import { recordNonce } from './seal';
import { deriveKey, type ShareKey } from './share-key';

const blockBytes = 16;
/** Of a sealed manifest: enough to tell whether a key fits, too few to say what it says. */
export const manifestStartBytes = headerBytes + blockBytes;

/** Tells whether a key opens the manifest that starts so. Proves nothing about the rest of it. */
export async function fitsManifest(shareKey: ShareKey, start: Uint8Array): Promise<boolean> {
  const salt = parseHeader(start);
  if (!salt) return false;
  const key = await deriveKey(shareKey, 'manifest', salt, 'AES-CTR');
  const plain = [true, false].map((isLast) => {
    // GCM counts blocks like CTR, from 2 on (NIST SP 800-38D, 7.1).
    const counter = Uint8Array.of(...recordNonce(0, isLast), 0, 0, 0, 2);
    return crypto.subtle.decrypt({ name: 'AES-CTR', counter, length: 32 }, key, start.slice(headerBytes));
  });
  return (await Promise.all(plain)).some(beginsObject);
}

function beginsObject(bytes: ArrayBuffer): boolean {
  try {
    return /^\s*\{\s*"/.test(new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true }));
  } catch {
    return false; // no text at all
  }
}
