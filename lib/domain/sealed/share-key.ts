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

/** Some programs escape the "#" and "=" of a link that they hand on. */
const inText = /(?:#|%23)k(?:=|%3D)([\w-]{43})(?![\w-])/;
const alone = /^\s*([\w-]{43})\s*$/;

/** Reads the key from a fragment, a whole link or the bare key. Null for anything else, such as a cut key. */
export async function readShareKey(text: string): Promise<ShareKey | null> {
  const [, value] = inText.exec(text) ?? alone.exec(text) ?? [];
  const bytes = value === undefined ? null : fromBase64Url(value);
  return bytes?.length === keyBytes ? importShareKey(bytes) : null;
}

/** Sealed things of one share have keys of their own, so that none stands in for another. */
export type SealedKind = 'file' | 'manifest';

/** HKDF-SHA-256 (RFC 5869). A salt is used for one content only. */
export function deriveKey(
  { material }: ShareKey,
  kind: SealedKind,
  salt: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> {
  const info = new TextEncoder().encode(`slipway ${kind} v1`);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    material,
    { name: 'AES-GCM', length: 256 },
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
