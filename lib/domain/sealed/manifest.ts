import { isNoteTooLong, maxNoteBytes } from '../limits';
import { chainStart, type ManifestChain, readChain } from './chain';
import { newSalt } from './layout';
import { sealBytes } from './seal';
import type { ShareKey } from './share-key';
import { UnsealError, unsealBytes } from './unseal';

/** A file of a sealed share. `name` is as its owner sees it; `salt` (hex) begins its name on the server. */
export type SealedEntry = {
  salt: string;
  path: string;
  name: string;
  size: number;
  type: string;
  modifiedMs: number | null;
  /** A small WebP picture, in base64. */
  picture?: string;
};

/** All that a share says in words. One sealed blob, so that no file can be added, hidden or renamed without its key. */
type ManifestContents = { title: string; note: string; files: SealedEntry[] };
export type Manifest = ManifestContents & ManifestChain;

export type ManifestWords = Pick<Manifest, 'title' | 'note'>;

/** Changes what differs from the words that were read; the others may have been changed elsewhere since. */
export const withWords = (
  manifest: Manifest,
  read: ManifestWords,
  { title, note }: ManifestWords,
): Manifest => ({
  ...manifest,
  ...(title !== read.title && { title }),
  ...(note !== read.note && { note }),
});

export const emptyManifest: Manifest = { title: '', note: '', files: [], ...chainStart };

/** A longer one is compressed before it is sealed, because names are much alike. */
const maxPlainBytes = 1024 ** 2;
const maxOpenedBytes = 16 * 1024 ** 2;
const gzipStart = 0x1f;

/** @throws {UnsealError} for what is no such stream, and for one that grows without end */
async function passThrough(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let left = maxOpenedBytes;
  const take = (part: Uint8Array<ArrayBuffer>) => {
    left -= part.length;
    if (left < 0) throw new UnsealError('notSealed');
    parts.push(part);
  };
  try {
    await new Blob([bytes])
      .stream()
      .pipeThrough(stream)
      .pipeTo(new WritableStream({ write: take }));
  } catch {
    throw new UnsealError('notSealed');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** No longer than `maxManifestBytes` unless there are too many names. */
export async function sealManifest(
  shareKey: ShareKey,
  manifest: ManifestContents,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, ...manifest }));
  const isLong = bytes.length > maxPlainBytes;
  const stored = isLong ? await passThrough(bytes, new CompressionStream('gzip')) : bytes;
  return sealBytes(shareKey, { kind: 'manifest', salt: newSalt(), bytes: stored });
}

/** @throws {UnsealError} for another key, and for changed bytes */
export async function unsealManifest(shareKey: ShareKey, sealed: Uint8Array<ArrayBuffer>): Promise<Manifest> {
  const stored = await unsealBytes(shareKey, 'manifest', sealed);
  const isShort = stored[0] !== gzipStart;
  const bytes = isShort ? stored : await passThrough(stored, new DecompressionStream('gzip'));
  const text = new TextDecoder().decode(bytes);
  const { version, title, note, files, ...chain } = parseObject(text);
  if (version !== 1 || !Array.isArray(files)) throw new UnsealError('notSealed');
  const entries = files.filter(isEntry).map(plainEntry);
  return { title: cutWords(title, maxNameChars), note: cutNote(note), files: entries, ...readChain(chain) };
}

/** Whoever sends into an inbox writes what its owner's browser reads. @throws {UnsealError} */
function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new UnsealError('notSealed');
  }
}

const isEntry = (value: SealedEntry | null): value is SealedEntry =>
  value !== null &&
  /^[0-9a-f]{32}$/.test(value.salt) &&
  typeof value.name === 'string' &&
  typeof value.path === 'string' &&
  typeof value.type === 'string' &&
  Number.isSafeInteger(value.size) &&
  value.size >= 0;

const latestMs = 8.64e15; // of a Date
const maxNameChars = 255;
const maxDepth = 64;

const cutWords = (text: unknown, max: number): string => (typeof text === 'string' ? text.slice(0, max) : '');

function cutNote(text: unknown): string {
  const note = cutWords(text, maxNoteBytes);
  if (!isNoteTooLong(note)) return note;
  const bytes = new TextEncoder().encode(note).subarray(0, maxNoteBytes);
  return new TextDecoder().decode(bytes, { stream: true }); // without the letter that is cut
}

/** Without what pages and archives couldn't show; as long as in an ordinary share. */
function plainEntry({ picture, modifiedMs, ...given }: SealedEntry): SealedEntry {
  const folders = given.path.split('/').slice(0, maxDepth);
  const path = folders.map((folder) => cutWords(folder, maxNameChars)).join('/');
  const [name, type] = [given.name, given.type].map((text) => cutWords(text, maxNameChars)) as [
    string,
    string,
  ];
  const entry = { ...given, path, name, type };
  const isTime = Number.isInteger(modifiedMs) && Math.abs(Number(modifiedMs)) <= latestMs;
  const isPicture = typeof picture === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(picture);
  return { ...entry, modifiedMs: isTime ? modifiedMs : null, ...(isPicture && { picture }) };
}
