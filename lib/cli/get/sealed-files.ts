import type { sealed } from '@/lib/contract/share/sealed';
import { isRemoved } from '@/lib/domain/sealed/chain';
import { isSealedName, plainSize } from '@/lib/domain/sealed/layout';
import type { Manifest, SealedEntry } from '@/lib/domain/sealed/manifest';
import { readShareKey, type ShareKey } from '@/lib/domain/sealed/share-key';
import { CallRefusal, call } from '../call';
import { Failure } from '../failure';
import { openManifest } from '../sealed/save-manifest';
import { isTimestamp, type ListedFile } from './listed-files';
import { sealedWire } from './sealed-wire';
import type { ShareLink, Visit } from './visit';
import { plainWire, type Wire } from './wire';

export type WiredFile = ListedFile & { wire: Wire };
/** `missing` are names of files that the server doesn't have as they were sealed. */
type NamedFiles = { files: WiredFile[]; missing: string[] };

const keyPattern = /(?:#|%(?:25)*23)k(?:=|%(?:25)*3D)(.*)/is;

/** Names the files of an ordinary share as the server does, and those of a sealed one as its sender did. @throws Failure */
export async function nameFiles(
  address: string,
  { detail, words }: Visit<OpenedWords | null>,
  files: ListedFile[],
): Promise<NamedFiles> {
  const { e2ee } = detail as { e2ee?: unknown };
  if (!e2ee) {
    // A server that hides the seal could hand out files of its own.
    if (keyPattern.test(address))
      throw new Failure('The link has a key, but the server says that nothing is sealed.');
    return { files: files.map((file) => ({ ...file, wire: plainWire(file.size) })), missing: [] };
  }
  if (e2ee !== 'v1') throw new Failure('This share is sealed in a newer way. Get a newer slipway.', 'usage');
  if (!words) throw new Failure('The server has no names of the sealed files.');
  return filesOf(words.key, words.manifest, files);
}

export type OpenedWords = { key: ShareKey; manifest: Manifest };

/** Opens the names of a sealed share, for which no view is spent; null for an ordinary one. @throws Failure, CallRefusal */
export async function openWords(
  { server, id, address, after }: ShareLink & { address: string; after: number },
  headers: Record<string, string>,
): Promise<OpenedWords | null> {
  const path = `/api/v2/open/share/${id}/manifest`;
  const answer = await call<typeof sealed.open>(server, path, { headers }).catch((error: unknown) => {
    if (error instanceof CallRefusal && plainCodes.includes(error.code ?? '')) return null;
    throw error;
  });
  if (answer?.manifest === undefined) {
    if (after > 0) throw new Failure('Only encrypted shares have revisions, and this one isn’t encrypted.');
    return null;
  }
  const key = await keyOf(keyPattern.exec(address)?.[1]);
  const manifest = await namesOf(key, answer.manifest);
  if (manifest.revision < after)
    throw new Failure(
      `The server shows revision ${manifest.revision} of this share, which is older than ${after}. Nothing was downloaded.`,
    );
  return { key, manifest };
}

/** Answers for an ordinary share, by this server and by older ones. */
const plainCodes = ['share.notSealed', 'request.notFound'];

async function keyOf(text: string | undefined): Promise<ShareKey> {
  if (text === undefined)
    throw new Failure(
      'This share is sealed. Only its whole link opens it, with #k= and the key at its end.',
      'usage',
    );
  const key = await readShareKey(`k=${text}`);
  if (!key) throw new Failure('The key at the end of the link is incomplete. Copy the whole link.', 'usage');
  return key;
}

async function namesOf(key: ShareKey, manifest: string | null): Promise<Manifest> {
  if (manifest === null) throw new Failure('The sender has not sealed anything yet.', 'notFound');
  try {
    return await openManifest(key, manifest);
  } catch {
    throw new Failure('The key doesn’t fit: it is of another share, or the server changed what was sealed.');
  }
}

async function filesOf(key: ShareKey, manifest: Manifest, files: ListedFile[]): Promise<NamedFiles> {
  const { files: entries } = manifest;
  const stored = new Map(files.map((file) => [file.filename, file]));
  const found: NamedFiles = { files: [], missing: [] };
  const add = async (file: ListedFile, entry: Omit<SealedEntry, 'type'>) => {
    const { path, name: filename, modifiedMs } = entry;
    const salt = new Uint8Array(Buffer.from(entry.salt, 'hex'));
    const wire = await sealedWire({ key, salt, sealedBytes: file.size });
    const lastModified = isTimestamp(modifiedMs) ? modifiedMs : null;
    found.files.push({ ...file, filename, path, lastModified, wire });
  };
  for (const entry of entries) {
    const file = stored.get(`${entry.salt}.sealed`);
    if (file && plainSize(file.size) === entry.size) await add(file, entry);
    else found.missing.push(entry.name);
  }
  const named = new Set(entries.map(({ salt }) => salt));
  for (const file of files) {
    const salt = file.filename.slice(0, 32);
    if (isRemoved(manifest, salt)) continue;
    const size = plainSize(file.size);
    if (named.has(salt) || !isSealedName(file.filename) || size === null) continue;
    await add(file, { salt, path: '', name: 'Unnamed file', size, modifiedMs: null });
  }
  return found;
}
