import { newKeyPair } from './key-pair';
import { importShareKey, type ShareKey } from './share-key';

/** An inbox's private key under a passphrase. Stored by the server, which can't open it. */
export type WrappedKey = {
  salt: Uint8Array<ArrayBuffer>;
  iterations: number;
  sealed: Uint8Array<ArrayBuffer>;
};

const iterations = 600_000; // OWASP, Password Storage Cheat Sheet, PBKDF2-HMAC-SHA256
const ivBytes = 12;
const publicKeyBytes = 32;

/** A new pair (X25519, RFC 7748): the raw public key, and the private one wrapped. */
export async function newInboxKey(
  passphrase: string,
): Promise<{ publicKey: Uint8Array<ArrayBuffer>; wrapped: WrappedKey }> {
  const pair = await newKeyPair();
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  return { publicKey, wrapped: await wrapKey(passphrase, privateKey) };
}

async function wrapKey(passphrase: string, privateKey: Uint8Array<ArrayBuffer>): Promise<WrappedKey> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const key = await passphraseKey(passphrase, salt, iterations);
  return { salt, iterations, sealed: await encrypt(key, privateKey) };
}

/** The server names a public key that isn't the one of the wrapped private key: it would read what is sent to it. */
export class InboxKeyMismatch extends Error {
  override readonly name = 'InboxKeyMismatch';
}

/** Returns the private key, or null for a wrong passphrase. @throws InboxKeyMismatch */
export async function unwrapInboxKey(
  passphrase: string,
  { salt, iterations: count, sealed }: WrappedKey,
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey | null> {
  const plain = await decrypt(await passphraseKey(passphrase, salt, count), sealed);
  if (!plain) return null;
  const privateKey = await importPrivateKey(plain);
  await checkPair(privateKey, publicKey);
  return privateKey;
}

/** Both halves of a pair agree on one secret with any third key. @throws InboxKeyMismatch */
async function checkPair(privateKey: CryptoKey, publicKey: Uint8Array<ArrayBuffer>): Promise<void> {
  const third = await newKeyPair();
  const thirdPublic = new Uint8Array(await crypto.subtle.exportKey('raw', third.publicKey));
  const [one, other] = await Promise.all([
    sharedSecret(privateKey, thirdPublic),
    sharedSecret(third.privateKey, publicKey),
  ]);
  if (!one.every((byte, at) => byte === other[at])) throw new InboxKeyMismatch();
}

/** Behind the structure of PKCS 8 (RFC 8410, section 7). */
const firstKeyByte = 16;

/** WebKitGTK refuses a key that begins with a zero byte. X25519 ignores that byte's lowest bits (RFC 7748, section 5). */
function importPrivateKey(pkcs8: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  const same = pkcs8.map((byte, at) => (at === firstKeyByte ? byte | 1 : byte));
  return crypto.subtle.importKey('pkcs8', same, { name: 'X25519' }, false, ['deriveBits']);
}

/**
 * Puts a private key under another passphrase; null when `passphrase` is not the present one.
 * @throws InboxKeyMismatch
 */
export async function rewrapInboxKey(
  { salt: usedSalt, iterations: count, sealed }: WrappedKey,
  { passphrase, next }: { passphrase: string; next: string },
  publicKey: Uint8Array<ArrayBuffer>,
): Promise<WrappedKey | null> {
  const privateKey = await decrypt(await passphraseKey(passphrase, usedSalt, count), sealed);
  if (!privateKey) return null;
  await checkPair(await importPrivateKey(privateKey), publicKey);
  return wrapKey(next, privateKey);
}

/** Seals a share's key for an inbox: the public half of a key used once, then the sealed key. */
export async function sealShareKey(
  { bytes }: ShareKey,
  inboxPublicKey: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const pair = await newKeyPair();
  const own = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const key = await agreedKey(pair.privateKey, inboxPublicKey, [own, inboxPublicKey]);
  const sealed = await encrypt(key, bytes);
  const joined = new Uint8Array(own.length + sealed.length);
  joined.set(own);
  joined.set(sealed, own.length);
  return joined;
}

/** Returns null for a key that was sealed for another inbox, or was changed. */
export async function openShareKey(
  sealedKey: Uint8Array<ArrayBuffer>,
  inbox: { privateKey: CryptoKey; publicKey: Uint8Array<ArrayBuffer> },
): Promise<ShareKey | null> {
  const sender = sealedKey.slice(0, publicKeyBytes);
  const key = await agreedKey(inbox.privateKey, sender, [sender, inbox.publicKey]);
  const bytes = await decrypt(key, sealedKey.slice(publicKeyBytes));
  return bytes && importShareKey(bytes);
}

async function agreedKey(
  privateKey: CryptoKey,
  other: Uint8Array<ArrayBuffer>,
  parties: Uint8Array<ArrayBuffer>[],
): Promise<CryptoKey> {
  const secret = await sharedSecret(privateKey, other);
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const salt = new Uint8Array(await new Blob(parties).arrayBuffer());
  const info = new TextEncoder().encode('slipway inbox v1');
  return crypto.subtle.deriveKey({ name: 'HKDF', hash: 'SHA-256', salt, info }, material, aes, false, usages);
}

async function sharedSecret(
  privateKey: CryptoKey,
  other: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const publicKey = await crypto.subtle.importKey('raw', other, { name: 'X25519' }, false, []);
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'X25519', public: publicKey }, privateKey, 256),
  );
}

async function passphraseKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  count: number,
): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(passphrase.normalize('NFC'));
  const material = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: count },
    material,
    aes,
    false,
    usages,
  );
}

const aes = { name: 'AES-GCM', length: 256 };
const usages: KeyUsage[] = ['encrypt', 'decrypt'];

async function encrypt(key: CryptoKey, plain: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  const joined = new Uint8Array(ivBytes + sealed.length);
  joined.set(iv);
  joined.set(sealed, ivBytes);
  return joined;
}

async function decrypt(
  key: CryptoKey,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const iv = sealed.slice(0, ivBytes);
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed.slice(ivBytes)));
  } catch {
    return null;
  }
}
