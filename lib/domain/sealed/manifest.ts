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
export type Manifest = { title: string; note: string; files: SealedEntry[] };

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

export const emptyManifest: Manifest = { title: '', note: '', files: [] };

export async function sealManifest(shareKey: ShareKey, manifest: Manifest): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, ...manifest }));
  return sealBytes(shareKey, { kind: 'manifest', salt: newSalt(), bytes });
}

/** @throws {UnsealError} for another key, and for changed bytes */
export async function unsealManifest(shareKey: ShareKey, sealed: Uint8Array<ArrayBuffer>): Promise<Manifest> {
  const text = new TextDecoder().decode(await unsealBytes(shareKey, 'manifest', sealed));
  const { version, title, note, files } = parseObject(text);
  if (version !== 1 || !Array.isArray(files)) throw new UnsealError('notSealed');
  const entries = files.filter(isEntry).map(plainEntry);
  return { title: String(title ?? ''), note: String(note ?? ''), files: entries };
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

/** Without what pages and archives couldn't show. */
function plainEntry({ picture, modifiedMs, ...entry }: SealedEntry): SealedEntry {
  const isTime = Number.isInteger(modifiedMs) && Math.abs(Number(modifiedMs)) <= latestMs;
  const isPicture = typeof picture === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(picture);
  return { ...entry, modifiedMs: isTime ? modifiedMs : null, ...(isPicture && { picture }) };
}
