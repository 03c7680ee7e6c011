import { ManifestStore } from '@/lib/client/sealed/manifest-store';
import { shareKeys } from '@/lib/client/sealed/share-keys';
import { fromBase64Url, importShareKey, newShareKey, type ShareKey } from '@/lib/domain/sealed/share-key';
import { Sealing } from './sealing';

type ShareWords = { name: string; note: string };
type AliasHeaders = Readonly<Record<string, string>> | undefined;

/** Makes the key of a new share and saves its words. @throws {CallError} */
export async function beginSealing(shareId: string, words: ShareWords): Promise<Sealing> {
  return beginWith({ shareId, shareKey: await newShareKey() }, words);
}

type NewSealedShare = { shareId: string; shareKey: ShareKey; headers?: AliasHeaders };

/** @param share with the headers of an alias: a delivery. @throws {CallError} */
export async function beginWith(share: NewSealedShare, { name, note }: ShareWords): Promise<Sealing> {
  shareKeys.set(share.shareId, share.shareKey);
  const store = new ManifestStore(share);
  await store.change((manifest) => ({ ...manifest, title: name.trim(), note }));
  return new Sealing(share.shareKey, store);
}

type ResumedShare = { shareId: string; keyText: string; headers: AliasHeaders };

/** Goes on with what this browser has begun. @throws {CallError}, {UnsealError} */
export async function resumeSealing({ shareId, keyText, headers }: ResumedShare): Promise<Sealing> {
  const bytes = fromBase64Url(keyText);
  if (!bytes) throw new Error('there is no key');
  return sealingOf(shareId, await importShareKey(bytes), headers);
}

/** @throws {CallError}, {UnsealError} for another key */
export async function sealingOf(
  shareId: string,
  shareKey: ShareKey,
  headers?: AliasHeaders,
): Promise<Sealing> {
  shareKeys.set(shareId, shareKey);
  const store = new ManifestStore({ shareId, shareKey, headers });
  if (!headers) await store.load(); // senders are told of it with their first change
  return new Sealing(shareKey, store);
}
