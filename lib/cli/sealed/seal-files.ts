import { maxManifestBytes } from '@/lib/domain/limits';
import { fileSalt } from '@/lib/domain/sealed/file-salt';
import { sealedName } from '@/lib/domain/sealed/layout';
import { type Manifest, sealManifest } from '@/lib/domain/sealed/manifest';
import { sealFile } from '@/lib/domain/sealed/seal';
import { newShareKey, readShareKey, type ShareKey } from '@/lib/domain/sealed/share-key';
import { Failure } from '../failure';
import { fileKey, type LocalFile } from '../upload/local-files';
import { bytesOf, slicesOf } from './local-bytes';

/** `files` are as the server gets them, `manifest` says what they are. */
export type SealedSend = { key: ShareKey; files: LocalFile[]; manifest: Manifest };

type SealedWords = { files: LocalFile[]; title?: string | undefined; note?: string | undefined };

/** @param storedKey of an earlier run, which goes on */
export async function sealFiles(storedKey: string | null, words: SealedWords): Promise<SealedSend> {
  const key = (storedKey && (await readShareKey(storedKey))) || (await newShareKey());
  const { title = '', note = '' } = words;
  const send: SealedSend = { key, files: [], manifest: { title, note, files: [] } };
  for (const file of words.files) await addFile(send, file);
  if ((await sealManifest(key, send.manifest)).length > maxManifestBytes)
    throw new Failure('The names of so many files don’t fit into one sealed share. Send fewer.', 'usage');
  return send;
}

async function addFile({ key, files, manifest }: SealedSend, file: LocalFile): Promise<void> {
  const { path, name, sizeBytes: size, modifiedMs } = file;
  const read = bytesOf(
    file.place.bytes,
    (now) => now.size === size && Math.floor(now.mtimeMs) === modifiedMs,
  );
  const salt = await fileSalt(key, { path: fileKey(file), size, modifiedMs: modifiedMs ?? 0, read });
  const source = await sealFile(key, { kind: 'file', salt, size, read });
  const stored = { path: '', name: sealedName(salt), sizeBytes: source.size, modifiedMs: null };
  files.push({ place: file.place, ...stored, slices: (start, end) => slicesOf(source, start, end) });
  const type = 'application/octet-stream';
  manifest.files.push({ salt: Buffer.from(salt).toString('hex'), path, name, size, type, modifiedMs });
}
