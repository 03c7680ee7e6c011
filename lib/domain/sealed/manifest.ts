import { saltBytes } from './layout';
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

export const emptyManifest: Manifest = { title: '', note: '', files: [] };

export async function sealManifest(shareKey: ShareKey, manifest: Manifest): Promise<Uint8Array<ArrayBuffer>> {
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  const bytes = new TextEncoder().encode(JSON.stringify({ version: 1, ...manifest }));
  return sealBytes(shareKey, { kind: 'manifest', salt, bytes });
}

/** @throws {UnsealError} for another key, and for changed bytes */
export async function unsealManifest(shareKey: ShareKey, sealed: Uint8Array<ArrayBuffer>): Promise<Manifest> {
  const text = new TextDecoder().decode(await unsealBytes(shareKey, 'manifest', sealed));
  const { version, title, note, files } = JSON.parse(text);
  if (version !== 1 || !Array.isArray(files)) throw new UnsealError('notSealed');
  return { title: String(title ?? ''), note: String(note ?? ''), files: files.filter(isEntry) };
}

const isEntry = (value: SealedEntry): boolean =>
  /^[0-9a-f]{32}$/.test(value.salt) &&
  typeof value.name === 'string' &&
  typeof value.path === 'string' &&
  typeof value.type === 'string' &&
  Number.isSafeInteger(value.size);
