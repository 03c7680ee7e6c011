import type { RootHandle } from '../choose/collect';
import type { UploadItem } from '../upload-item';
import { type UnfinishedUpload, unfinishedFile, unfinishedStore } from './unfinished-store';

type RememberedShare = Omit<UnfinishedUpload, 'files' | 'handles' | 'startedAt'>;

const named = (item: UploadItem) => ({ ...item, name: item.filename });

/** One share's upload in memory and in the browser's database, to continue after a reload. */
export class UploadMemory {
  readonly share: RememberedShare;
  readonly #urls = new Map<string, string>();

  constructor(share: RememberedShare) {
    this.share = share;
  }

  urlOf(key: string): string | null {
    return this.#urls.get(key) ?? null;
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
    void unfinishedStore.putFiles(this.share.shareId, [{ ...unfinishedFile(named(item)), url }]);
  }

  async remember(items: readonly UploadItem[], handles: RootHandle[]): Promise<void> {
    if (items.length === 0) return;
    // Written with the first files: without any, the upload would be forgotten at once.
    void unfinishedStore.begin({ ...this.share, handles, startedAt: Date.now() });
    await unfinishedStore.putFiles(
      this.share.shareId,
      items.map((item) => ({ ...unfinishedFile(named(item)), url: this.urlOf(item.key) })),
    );
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) this.#urls.delete(key);
    void unfinishedStore.dropFiles(this.share.shareId, keys);
  }
}
