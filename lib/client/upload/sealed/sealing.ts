import { addPictures } from '@/lib/client/sealed/add-pictures';
import type { ManifestStore } from '@/lib/client/sealed/manifest-store';
import { fitsOneRequest, type UploadItem } from '@/lib/client/upload/upload-item';
import type { WireFile } from '@/lib/client/upload/wire-file';
import { newSalt, readSalt, saltText, sealedSize } from '@/lib/domain/sealed/layout';
import type { SealedEntry } from '@/lib/domain/sealed/manifest';
import { sealFile } from '@/lib/domain/sealed/seal';
import { ChangedFileError, memoryTags, type SealedTags } from '@/lib/domain/sealed/sealed-tags';
import { type ShareKey, toBase64Url } from '@/lib/domain/sealed/share-key';
import { forgetTags, hasKeptTags, keptTags } from './kept-tags';
import { sealAhead } from './seal-ahead';

type SealedItem = { salt: string; tags: SealedTags };
/** Of an earlier visit. */
type EarlierFile = { key: string; size: number; url: string | null; salt?: string | null };
type SealableItem = Pick<UploadItem, 'key' | 'file' | 'path' | 'filename' | 'size'>;

/** Three files are sent at once, each with one slice on its way and one ahead. */
const sliceBytes = 16 * 1024 ** 2;

/** Seals the files of one share. Each is named in the manifest before its first byte is sent. */
export class Sealing {
  readonly keyText: string;
  readonly #key: ShareKey;
  readonly #store: ManifestStore;
  /** By the file's key. */
  readonly #items = new Map<string, SealedItem>();
  readonly #recalled = new Map<string, string>();
  #named: Promise<unknown> = Promise.resolve();

  constructor(key: ShareKey, store: ManifestStore) {
    this.#key = key;
    this.#store = store;
    this.keyText = toBase64Url(key.bytes);
  }

  /** @throws {CallError} */
  setWords(words: { title: string; note: string }): Promise<void> {
    return this.#store.change((manifest) => ({ ...manifest, ...words }));
  }

  /**
   * Goes on with files of an earlier visit, as far as this browser knows what it has sealed of them; others get a salt
   * of their own, and lose their entry. Returns the keys of those that go on.
   */
  async recall(files: readonly EarlierFile[]): Promise<Set<string>> {
    const lost: string[] = [];
    for (const { key, salt, url } of files) {
      if (salt && url && (await hasKeptTags(salt))) this.#recalled.set(key, salt);
      else if (salt) lost.push(salt);
    }
    if (lost.length > 0) await this.#forgetEntries(lost);
    return new Set(this.#recalled.keys());
  }

  /** The place on the server. */
  placeOf({ salt, size }: Pick<EarlierFile, 'salt' | 'size'>) {
    return { path: '', name: sealedNameOf(salt ?? ''), size: sealedSize(size) };
  }

  saltOf(key: string): string | null {
    return this.#items.get(key)?.salt ?? null;
  }

  /** @throws {CallError} when the manifest can't be saved; nothing is sent then */
  async prepare(items: readonly SealableItem[]): Promise<void> {
    const unknown = items.filter(({ key }) => !this.#items.has(key));
    if (unknown.length > 0) await this.#name(unknown);
  }

  async wireOf(item: UploadItem): Promise<WireFile> {
    await this.prepare([item]);
    await this.#named;
    const { salt, tags } = this.#items.get(item.key) ?? {};
    if (!salt || !tags) throw new Error('the file is not in the manifest');
    const read = async (start: number, end: number) =>
      new Uint8Array(await item.file.slice(start, end).arrayBuffer());
    const plain = { kind: 'file', salt: readSalt(salt), size: item.size, read, tags } as const;
    const source = await sealFile(this.#key, plain);
    const slice = sealAhead(source);
    let hasChanged = false;
    return {
      size: source.size,
      metadata: { filename: sealedNameOf(salt) },
      sliceBytes,
      slice: (start, end) =>
        slice(start, end).catch((error) => {
          hasChanged ||= error instanceof ChangedFileError;
          throw error;
        }),
      hasChanged: () => hasChanged,
    };
  }

  /** Seals a file anew whose earlier bytes are on the server: a key must never seal two contents. */
  async renew(item: SealableItem): Promise<void> {
    await this.drop(item);
    await this.#name([item]);
  }

  async drop(item: Pick<SealableItem, 'key' | 'size'>): Promise<void> {
    const salt = this.saltOf(item.key);
    this.finish(item);
    if (salt) await this.#forgetEntries([salt]);
  }

  /** The same file, sent once more, gets another salt. */
  finish(item: Pick<SealableItem, 'key' | 'size'>): void {
    const salt = this.saltOf(item.key);
    this.#items.delete(item.key);
    this.#recalled.delete(item.key);
    if (salt && !fitsOneRequest(item)) void forgetTags(salt);
  }

  async #name(items: readonly SealableItem[]): Promise<void> {
    const entries = items.map((item) => this.#begin(item));
    const naming = this.#store.change((manifest) => ({
      ...manifest,
      files: withEntries(manifest.files, entries),
    }));
    this.#named = naming;
    try {
      await naming;
    } catch (error) {
      for (const { key } of items) this.#items.delete(key);
      throw error;
    }
    // Goes on while the files are sent.
    const pictured = items.map(({ file }, at) => ({ file, salt: entries[at]?.salt ?? '' }));
    addPictures(this.#store, pictured).catch(() => undefined);
  }

  #begin(item: SealableItem): SealedEntry {
    const { key, file, filename: name, path, size } = item;
    const salt = this.#recalled.get(key) ?? saltText(newSalt());
    this.#items.set(key, { salt, tags: fitsOneRequest(item) ? memoryTags() : keptTags(salt) });
    return { salt, path, name, size, type: file.type, modifiedMs: file.lastModified };
  }

  #forgetEntries(salts: readonly string[]): Promise<void> {
    return this.#store.change((manifest) => ({
      ...manifest,
      files: manifest.files.filter(({ salt }) => !salts.includes(salt)),
    }));
  }
}

const sealedNameOf = (salt: string): string => `${salt}.sealed`;

function withEntries(known: readonly SealedEntry[], added: readonly SealedEntry[]): SealedEntry[] {
  const salts = new Set(added.map(({ salt }) => salt));
  return [...known.filter(({ salt }) => !salts.has(salt)), ...added];
}
