import { maxManifestBytes } from '@/lib/domain/limits';
import { saltText, sealedName, sealedSize } from '@/lib/domain/sealed/layout';
import { emptyManifest, type Manifest, type SealedEntry, sealManifest } from '@/lib/domain/sealed/manifest';
import { sealFile } from '@/lib/domain/sealed/seal';
import { newShareKey, readShareKey, type ShareKey } from '@/lib/domain/sealed/share-key';
import { Failure } from '../failure';
import type { FileSalt, KeptSalts } from '../upload/kept-salts';
import { type LocalFile, stampOf } from '../upload/local-files';
import { bytesOf, slicesOf } from './local-bytes';

/** `files` are as the server gets them, `manifest` says what they are. */
export type SealedSend = { key: ShareKey; files: LocalFile[]; manifest: Manifest };

type SealedWords = { files: LocalFile[]; title?: string | undefined; note?: string | undefined };

/**
 * Names and seals files; those that haven't changed since an earlier run get the salts that they had.
 * @param storedKey of that run
 */
export async function sealFiles(
  { storedKey, salts }: { storedKey: string | null; salts: KeptSalts },
  { files, title = '', note = '' }: SealedWords,
): Promise<SealedSend> {
  const known = storedKey && (await readShareKey(storedKey));
  if (!known) salts.clear();
  const key = known || (await newShareKey());
  const send: SealedSend = { key, files: [], manifest: { ...emptyManifest, title, note, files: [] } };
  for (const file of files) await addFile(send, file, salts);
  if ((await sealManifest(key, send.manifest)).length > maxManifestBytes)
    throw new Failure('The names of so many files don’t fit into one sealed share. Send fewer.', 'usage');
  return send;
}

async function addFile(
  { key, files, manifest }: SealedSend,
  file: LocalFile,
  salts: KeptSalts,
): Promise<void> {
  const { place, path, name, sizeBytes: size, modifiedMs, stamp } = file;
  const read = bytesOf(place.bytes, (now) => stampOf(now) === stamp);
  const type = 'application/octet-stream';
  const entry: SealedEntry = { salt: '', path, name, size, type, modifiedMs };
  const sealed: LocalFile = {
    place,
    path: '',
    name: '',
    sizeBytes: sealedSize(size),
    modifiedMs: null,
    stamp,
  };
  const seal = async ({ salt, tags }: FileSalt) => {
    const source = await sealFile(key, { kind: 'file', salt, size, read, tags });
    entry.salt = saltText(salt);
    sealed.name = sealedName(salt);
    sealed.slices = (start, end) => slicesOf(source, start, end, () => salts.forget(file));
  };
  sealed.sealAnew = () => seal(salts.make(file));
  await seal(salts.of(file) ?? salts.make(file));
  files.push(sealed);
  manifest.files.push(entry);
}
