import type { ShareFile } from '@/lib/contract/share/file';
import type { sealed } from '@/lib/contract/share/sealed';
import { chainTo } from '@/lib/domain/sealed/chain';
import { emptyManifest, type Manifest, sealManifest, unsealManifest } from '@/lib/domain/sealed/manifest';
import type { ShareKey } from '@/lib/domain/sealed/share-key';
import { shortHash } from '@/lib/domain/sealed/short-hash';
import { CallRefusal, call } from '../call';
import { fileKey } from '../upload/local-files';
import { removeFile, type ShareAccess } from '../upload/missing-files';
import type { SealedSend } from './seal-files';

const triesToMerge = 5;

/**
 * Adds the names of what is sent to those that are there.
 * @param others files of the share that aren't sent now; those that are replaced are removed
 */
export async function saveManifest(
  access: ShareAccess,
  send: SealedSend,
  others: ShareFile[],
  tries = triesToMerge,
): Promise<void> {
  const { server, shareId, headers } = access;
  const path = `/api/v2/sec/share/${shareId}/manifest`;
  const stored = await call<typeof sealed.get>(server, path, { headers });
  const there = stored.manifest ? await openManifest(send.key, stored.manifest) : emptyManifest;
  const hash = stored.manifest ? await shortHash(bytesOf(stored.manifest)) : null;
  const { manifest, replaced } = merged(there, send.manifest, stored.manifest === null);
  for (const one of others) if (replaced.has(one.filename.slice(0, 32))) await removeFile(access, one);
  if (JSON.stringify(manifest) === JSON.stringify(there)) return;
  const last = { manifest: there, hash, revision: stored.revision };
  const text = await toText(send.key, chainTo(last, manifest));
  const body = { manifest: text, revision: stored.revision };
  try {
    await call<typeof sealed.save>(server, path, { method: 'POST', headers, body });
  } catch (error) {
    if (!isChanged(error) || tries === 0) throw error;
    await saveManifest(access, send, others, tries - 1);
  }
}

function merged(
  there: Manifest,
  own: Manifest,
  isNew: boolean,
): { manifest: Manifest; replaced: Set<string> } {
  const keys = new Set(own.files.map(fileKey));
  const known = new Map(there.files.map((entry) => [entry.salt, entry]));
  const files = own.files.map((entry) => known.get(entry.salt) ?? entry);
  const salts = new Set(files.map(({ salt }) => salt));
  const rest = there.files.filter(({ salt }) => !salts.has(salt));
  const replaced = rest.filter((entry) => keys.has(fileKey(entry)));
  const kept = rest.filter((entry) => !keys.has(fileKey(entry)));
  const { title, note } = isNew ? own : there;
  return {
    manifest: { ...there, title, note, files: [...kept, ...files] },
    replaced: new Set(replaced.map(({ salt }) => salt)),
  };
}

/** Senders can't read what they have saved, and nobody else changes it. */
export async function saveDeliveryManifest(
  { server, shareId, headers }: ShareAccess,
  { key, manifest }: SealedSend,
): Promise<void> {
  const save = async (revision: number) => {
    const text = await toText(key, chainTo({ manifest: emptyManifest, hash: null, revision }, manifest));
    const request = { method: 'POST', headers, body: { manifest: text, revision } };
    return call<typeof sealed.saveThroughAlias>(server, `/api/v2/alias/upload/${shareId}/manifest`, request);
  };
  try {
    await save(0);
  } catch (error) {
    if (!isChanged(error)) throw error;
    await save((error.now as { revision: number }).revision);
  }
}

const isChanged = (error: unknown): error is CallRefusal =>
  error instanceof CallRefusal && error.code === 'request.changed';

const toText = async (key: ShareKey, manifest: Manifest): Promise<string> =>
  Buffer.from(await sealManifest(key, manifest)).toString('base64');

/** @throws UnsealError */
export const openManifest = (key: ShareKey, text: string): Promise<Manifest> =>
  unsealManifest(key, bytesOf(text));

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
