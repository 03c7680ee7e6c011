import type { InboxSeal } from '@/lib/contract/share/sealed';
import {
  newInboxKey,
  openShareKey,
  rewrapInboxKey,
  unwrapInboxKey,
  type WrappedKey,
} from '@/lib/domain/sealed/inbox-key';
import { fromBase64Url, type ShareKey } from '@/lib/domain/sealed/share-key';
import { toBase64 } from './manifest-store';

type OpenInbox = { privateKey: CryptoKey; publicKey: Uint8Array<ArrayBuffer> };

/** Inboxes whose passphrase was typed in this tab, by public key. */
const inboxes = new Map<string, OpenInbox>();

export async function newSeal(passphrase: string): Promise<InboxSeal> {
  const { publicKey, wrapped } = await newInboxKey(passphrase);
  return sealOf(toBase64(publicKey), wrapped);
}

/** Returns null for a wrong passphrase. @throws InboxKeyMismatch */
export async function changePassphrase(
  seal: InboxSeal,
  passphrases: { passphrase: string; next: string },
): Promise<InboxSeal | null> {
  const wrapped = await rewrapInboxKey(wrappedOf(seal), passphrases, bytesOf(seal.publicKey));
  return wrapped && sealOf(seal.publicKey, wrapped);
}

/** Opens the deliveries of an inbox in this tab. Returns false for a wrong passphrase. @throws InboxKeyMismatch */
export async function unlockInbox(seal: InboxSeal, passphrase: string): Promise<boolean> {
  const publicKey = bytesOf(seal.publicKey);
  const privateKey = await unwrapInboxKey(passphrase, wrappedOf(seal), publicKey);
  if (privateKey) inboxes.set(seal.publicKey, { privateKey, publicKey });
  return privateKey !== null;
}

/** Returns null while the inbox is locked, and for a key that was sealed for another. */
export async function openDeliveryKey(seal: InboxSeal, sealedKey: string): Promise<ShareKey | null> {
  const inbox = inboxes.get(seal.publicKey);
  return inbox ? openShareKey(bytesOf(sealedKey), inbox) : null;
}

const sealOf = (publicKey: string, { salt, iterations, sealed }: WrappedKey): InboxSeal => ({
  publicKey,
  wrappedKey: toBase64(sealed),
  salt: toBase64(salt),
  iterations,
});

const wrappedOf = ({ wrappedKey, salt, iterations }: InboxSeal): WrappedKey => ({
  salt: bytesOf(salt),
  iterations,
  sealed: bytesOf(wrappedKey),
});

const bytesOf = (text: string) => fromBase64Url(text) ?? new Uint8Array();
