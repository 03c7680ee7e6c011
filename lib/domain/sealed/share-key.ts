import { plainText } from '../pasted/plain-text';
import { unescapeLink } from './unescape-link';

/** A share's key: 256 random bits, known only to those who have the whole link. */
export type ShareKey = { bytes: Uint8Array<ArrayBuffer>; material: CryptoKey };

const keyBytes = 32;

export const newShareKey = (): Promise<ShareKey> =>
  importShareKey(crypto.getRandomValues(new Uint8Array(keyBytes)));

export async function importShareKey(bytes: Uint8Array<ArrayBuffer>): Promise<ShareKey> {
  return {
    bytes,
    material: await crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits']),
  };
}

const fragmentName = '#k=';

/** The end of a link: `#k=` and the key as base64url (RFC 4648, section 5). */
export const keyFragment = (key: ShareKey): string => fragmentName + toBase64Url(key.bytes);

const pastedMax = 4096;
/** Stands before a key in a link; some programs write another sign for the "#". */
const marked = /(?<![\w-])k=([\w-]{43,})/i;
/** Alone or in a sentence, but no part of an address. */
const alone = /(?<![\w/-])[\w-]{43,}/g;
/** Breaks that mails and gateways put into a text: none, between lines, with a "=" there, anywhere. */
const breaks = [/^$/, /\s*\n[\s>|]*/g, /=\n/g, /\s+/g];

/** Reads the key from a fragment, a whole link or the bare key, whatever a mail has made of it. Null for a cut key. */
export async function readShareKey(text: string): Promise<ShareKey | null> {
  const plain = unescapeLink(text.slice(0, pastedMax)).split(/\r?\n/).map(plainText).join('\n');
  for (const broken of breaks) {
    const bytes = keyIn(plain.replace(broken, ''));
    if (bytes) return importShareKey(bytes);
  }
  return null;
}

function keyIn(text: string): Uint8Array<ArrayBuffer> | null {
  const [, behindMark] = marked.exec(text) ?? [];
  const [word = '', another] = behindMark ? [behindMark] : (text.match(alone) ?? []);
  // Signs of Markdown are letters of keys as well, but no key ends with one.
  const [, value = ''] = /^(?:_*?(?=[\w-]{43}_+$)|)([\w-]{43})_*$/.exec(word) ?? [];
  const bytes = another === undefined ? fromBase64Url(value) : null;
  return bytes?.length === keyBytes ? bytes : null;
}

/** Sealed things of one share have keys of their own, so that none stands in for another. */
export type SealedKind = 'file' | 'manifest';

/** HKDF binds a key to it. */
export const keyInfo = (kind: SealedKind): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`slipway ${kind} v1`);

/** HKDF-SHA-256 (RFC 5869). A salt is used for one content only. */
export function deriveKey(
  { material }: ShareKey,
  kind: SealedKind,
  salt: Uint8Array<ArrayBuffer>,
  cipher: 'AES-GCM' | 'AES-CTR' = 'AES-GCM',
): Promise<CryptoKey> {
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: keyInfo(kind) },
    material,
    { name: cipher, length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

export function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns null for text that isn't base64url. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
  } catch {
    return null;
  }
}
