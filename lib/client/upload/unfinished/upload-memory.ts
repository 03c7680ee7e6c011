import { newCreationKey } from '@/lib/client/call/creation-key';
import type { RootHandle } from '../choose/collect';
import type { UploadItem } from '../upload-item';
import {
  type UnfinishedFile,
  type UnfinishedUpload,
  unfinishedFile,
  unfinishedStore,
} from './unfinished-store';

type RememberedShare = Omit<UnfinishedUpload, 'files' | 'handles' | 'startedAt'>;

const named = (item: UploadItem) => ({ ...item, name: item.filename });

/** One share's upload in memory and in the browser's database, to continue after a reload. */
export class UploadMemory {
  readonly share: RememberedShare;
  readonly #urls = new Map<string, string>();
  readonly #creationKeys = new Map<string, string>();
  readonly #saltOf: (key: string) => string | null;

  constructor(share: RememberedShare, saltOf: (key: string) => string | null = () => null) {
    this.share = share;
    this.#saltOf = saltOf;
  }

  urlOf(key: string): string | null {
    return this.#urls.get(key) ?? null;
  }

  /** The same for a file until it has arrived, also after a reload: its creation may be on its way. */
  creationKeyOf(key: string): string {
    const known = this.#creationKeys.get(key) ?? newCreationKey();
    this.#creationKeys.set(key, known);
    return known;
  }

  knowCreationKey(key: string, creationKey: string): void {
    this.#creationKeys.set(key, creationKey);
  }

  /** True when a file is already being continued at this URL. */
  isKnown(url: string): boolean {
    return [...this.#urls.values()].includes(url);
  }

  knowUrl(key: string, url: string): void {
    this.#urls.set(key, url);
  }

  storeUrl(item: UploadItem, url: string | null): void {
    if (url === this.urlOf(item.key)) return;
    if (url) this.#urls.set(item.key, url);
    else this.#urls.delete(item.key);
    void unfinishedStore.putFiles(this.share.shareId, [this.#rowOf(item)]);
  }

  async remember(items: readonly UploadItem[], handles: RootHandle[]): Promise<void> {
    if (items.length === 0) return;
    // Written with the first files: without any, the upload would be forgotten at once.
    void unfinishedStore.begin({ ...this.share, handles, startedAt: Date.now() });
    await unfinishedStore.putFiles(
      this.share.shareId,
      items.map((item) => this.#rowOf(item)),
    );
  }

  #rowOf(item: UploadItem): UnfinishedFile {
    const { key } = item;
    const row = { ...unfinishedFile(named(item)), url: this.urlOf(key), salt: this.#saltOf(key) };
    return { ...row, creationKey: this.creationKeyOf(key) };
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) {
      this.#urls.delete(key);
      this.#creationKeys.delete(key);
    }
    void unfinishedStore.dropFiles(this.share.shareId, keys);
  }
}
