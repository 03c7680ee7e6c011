import { addPictures } from '@/lib/client/sealed/add-pictures';
import type { ManifestStore } from '@/lib/client/sealed/manifest-store';
import type { UploadItem } from '@/lib/client/upload/upload-item';
import type { WireFile } from '@/lib/client/upload/wire-file';
import { fileSalt } from '@/lib/domain/sealed/file-salt';
import { saltBytes, sealedName } from '@/lib/domain/sealed/layout';
import type { SealedEntry } from '@/lib/domain/sealed/manifest';
import { type SealedSource, sealFile } from '@/lib/domain/sealed/seal';
import { type ShareKey, toBase64Url } from '@/lib/domain/sealed/share-key';
import { sealAhead } from './seal-ahead';

type SealedUpload = { salt: string; source: SealedSource };
type SealableItem = Pick<UploadItem, 'key' | 'file' | 'path' | 'filename' | 'size'>;

const filesAtOnce = 4;
/** Three files are sent at once, each with one slice on its way and one ahead. */
const sliceBytes = 16 * 1024 ** 2;

/** Seals the files of one share. Each is named in the manifest before its first byte is sent. */
export class Sealing {
  readonly keyText: string;
  readonly #key: ShareKey;
  readonly #store: ManifestStore;
  readonly #uploads = new Map<string, Promise<SealedUpload>>();
  #named: Promise<unknown> = Promise.resolve();

  constructor(key: ShareKey, store: ManifestStore) {
    this.#key = key;
    this.#store = store;
    this.keyText = toBase64Url(key.bytes);
  }

  /** @throws {CallError} when the manifest can't be saved; nothing is sent then */
  async prepare(items: readonly SealableItem[]): Promise<void> {
    const unknown = items.filter(({ key }) => !this.#uploads.has(key));
    if (unknown.length > 0) await this.#name(unknown);
  }

  async wireOf(item: UploadItem): Promise<WireFile> {
    const { source, salt } = await this.#uploadOf(item);
    return {
      size: source.size,
      metadata: { filename: sealedNameOf(salt) },
      sliceBytes,
      slice: sealAhead(source),
    };
  }

  /** The file's place on the server, if it is there. */
  async placeOf(item: SealableItem): Promise<{ path: string; name: string; size: number }> {
    const { salt, source } = await this.#uploadOf(item);
    return { path: '', name: sealedNameOf(salt), size: source.size };
  }

  /** Seals a file anew whose earlier bytes are on the server: a key must never seal two contents. */
  async renew(item: SealableItem): Promise<void> {
    await this.drop(item);
    const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
    await this.#name([item], salt);
  }

  async drop({ key }: Pick<SealableItem, 'key'>): Promise<void> {
    const upload = await this.#uploads.get(key)?.catch(() => undefined);
    this.#uploads.delete(key);
    if (!upload) return;
    await this.#store.change((manifest) => ({
      ...manifest,
      files: manifest.files.filter(({ salt }) => salt !== upload.salt),
    }));
  }

  async #uploadOf(item: SealableItem): Promise<SealedUpload> {
    await this.prepare([item]);
    await this.#named;
    const upload = await this.#uploads.get(item.key);
    if (!upload) throw new Error('the file is not in the manifest');
    return upload;
  }

  async #name(items: readonly SealableItem[], salt?: Uint8Array<ArrayBuffer>): Promise<void> {
    for (const item of items) this.#uploads.set(item.key, this.#seal(item, salt));
    const naming = Promise.all(items.map((item) => this.#entryOf(item))).then((entries) =>
      this.#store.change((manifest) => ({ ...manifest, files: withEntries(manifest.files, entries) })),
    );
    this.#named = naming;
    try {
      await naming;
    } catch (error) {
      for (const { key } of items) this.#uploads.delete(key);
      throw error;
    }
    this.#picture(items).catch(() => undefined);
  }

  /** Goes on while the files are sent. */
  async #picture(items: readonly SealableItem[]): Promise<void> {
    const uploads = await Promise.all(items.map(({ key }) => this.#uploads.get(key)));
    const files = items.map(({ file }, at) => ({ file, salt: uploads[at]?.salt ?? '' }));
    await addPictures(this.#store, files);
  }

  async #entryOf(item: SealableItem): Promise<SealedEntry> {
    const { file, filename: name, path, size } = item;
    const { salt = '' } = (await this.#uploads.get(item.key)) ?? {};
    return { salt, path, name, size, type: file.type, modifiedMs: file.lastModified };
  }

  readonly #turn = limitAtOnce(filesAtOnce);

  #seal(
    { file, size, path, filename }: SealableItem,
    given?: Uint8Array<ArrayBuffer>,
  ): Promise<SealedUpload> {
    return this.#turn(async () => {
      const read = async (start: number, end: number) =>
        new Uint8Array(await file.slice(start, end).arrayBuffer());
      const salt =
        given ??
        (await fileSalt(this.#key, {
          path: path ? `${path}/${filename}` : filename,
          size,
          modifiedMs: file.lastModified,
          read,
        }));
      return {
        salt: sealedName(salt).slice(0, -'.sealed'.length),
        source: await sealFile(this.#key, { kind: 'file', salt, size, read }),
      };
    });
  }
}

export const sealedNameOf = (salt: string): string => `${salt}.sealed`;

function withEntries(known: readonly SealedEntry[], added: readonly SealedEntry[]): SealedEntry[] {
  const salts = new Set(added.map(({ salt }) => salt));
  return [...known.filter(({ salt }) => !salts.has(salt)), ...added];
}

/** Runs tasks in the order of their calls, so many at a time. */
function limitAtOnce(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    running++;
    try {
      return await task();
    } finally {
      running--;
      waiting.shift()?.();
    }
  };
}
