import type { Route } from 'next';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { firstChunkSize } from '@/lib/domain/file/chunk-size';
import { paths } from '@/lib/paths';
import { type ActiveUpload, isActive, trackUpload } from './active-uploads';
import type { Collected, RootHandle } from './choose/collect';
import { placeOf } from './choose/free-name';
import { sortLikeList } from './choose/list-order';
import { UploadQueue } from './queue';
import { idsByPlace, ReplacedFiles } from './replaced-files';
import type { UploadSender } from './tus/sender';
import { loadTus, TusSender } from './tus/tus-sender';
import type { TusSetup } from './tus/tus-setup';
import type { ServerFiles } from './unfinished/server-files';
import { unfinishedFile } from './unfinished/unfinished';
import type { UnfinishedUpload } from './unfinished/unfinished-store';
import { UploadMemory } from './unfinished/upload-memory';
import { keyOf, type PickedFile, type UploadItem } from './upload-item';
import type { UploadSettings } from './upload-settings';

const loadParts = () => import('./unfinished/find-parts');

export type AddFilesResult = { added: number; duplicates: number; renamed: UploadItem[] };

export type ShareTarget = {
  shareId: string;
  name: string | null;
  wantsLink: boolean;
  receipt?: string | null;
};
type BoundShare = { shareId: string; name: string | null; memory: UploadMemory; setup: TusSetup };

/**
 * The files of one share from the first pick to the last byte. Lives outside React, so that uploads continue on other
 * pages; survives a reload until every file has arrived.
 */
export class ShareUpload {
  readonly queue: UploadQueue;
  readonly settings: UploadSettings;
  page: (shareId: string) => Route = paths.share;
  readonly #handles: RootHandle[] = [];
  readonly #replaced = new ReplacedFiles();
  #bound: BoundShare | null = null;

  constructor(settings: UploadSettings, sender?: UploadSender) {
    this.settings = settings;
    this.queue = new UploadQueue(sender ?? new TusSender(() => this.#bound?.setup ?? null));
    trackUpload(
      this.queue,
      () => this.#activeUpload(),
      () => settings.access.reportChange?.(),
    );
  }

  add(
    { files, handles }: Pick<Collected, 'files' | 'handles'>,
    present: readonly ShareFile[] = [],
  ): AddFilesResult {
    loadTus().catch(() => {}); // sending reports it
    this.#handles.push(...handles);
    // Partial files of the share are continued under their name.
    const places = new Set(
      present.filter(({ complete }) => complete).map(({ path, filename }) => placeOf(path, filename)),
    );
    const { added, duplicates } = this.queue.add(sortLikeList(files), (place) => places.has(place));
    void this.#bound?.memory.remember(added, this.#handles);
    const renamed = added.filter(({ filename, file }) => filename !== file.name);
    return { added: added.length, duplicates, renamed };
  }

  /** Adds files during an upload and sends them without another start, even when all others have ended. */
  addOn(collected: Pick<Collected, 'files' | 'handles'>): AddFilesResult {
    const taken = this.add(collected);
    if (this.queue.snapshot().phase === 'idle') this.queue.start();
    return taken;
  }

  /**
   * Checks if each renamed file could replace an existing one that isn't being sent. @param present files that the
   * share has already
   */
  canReplace(renamed: readonly UploadItem[], present: readonly ShareFile[] = []): boolean {
    const stored = this.#removable(present);
    return renamed.every((item) => {
      const state = this.queue.olderThan(item)?.state;
      return state
        ? state === 'waiting' || state === 'failed'
        : stored.has(placeOf(item.path, item.file.name));
    });
  }

  /**
   * Gives renamed files their original names. Removes their queued namesakes; stored ones stay until the new file has
   * arrived (`removeReplaced`).
   */
  replace(renamed: readonly UploadItem[], present: readonly ShareFile[] = []): void {
    this.#replaced.add(renamed, this.#removable(present));
    const older = renamed.flatMap((item) => this.queue.olderThan(item) ?? []);
    this.queue.remove([...older, ...renamed].map(({ id }) => id));
    this.add({ files: renamed.map(({ file, path, key }) => ({ file, path, key })), handles: [] });
  }

  /** Deletes stored files whose replacements have arrived. One that can't be deleted stays. */
  async removeReplaced(): Promise<void> {
    const { shareId = '' } = this.#bound ?? {};
    const isArrived = (place: string) => this.queue.at(place)?.state === 'done';
    for (const fileId of this.#replaced.take(isArrived)) {
      await this.settings.access.removeFile?.({ shareId, fileId }).catch(() => {});
    }
  }

  #removable(present: readonly ShareFile[]): Map<string, string> {
    return idsByPlace(this.settings.access.removeFile ? present : []);
  }

  /**
   * Stores the files in the browser, then sends them. @param serverFiles the server's files of the share; partial ones are
   * continued
   */
  async begin(target: ShareTarget, serverFiles: ServerFiles | null = null): Promise<void> {
    await this.#send(this.#bindTo(target), serverFiles);
  }

  async resume(unfinished: UnfinishedUpload, found: readonly PickedFile[]): Promise<void> {
    const { access } = this.settings;
    const serverFiles = await access.readServerFiles(unfinished.shareId, unfinished.receipt);
    const bound = this.#bindTo(unfinished);
    const { memory } = bound;
    this.#handles.push(...unfinished.handles);
    memory.forget(unfinished.files.filter(serverFiles.isComplete).map(({ key }) => key));
    for (const { key, url } of unfinished.files) if (url) memory.knowUrl(key, url);
    this.queue.add(found.filter((one) => !serverFiles.isComplete(unfinishedFile(one))));
    await this.#send(bound, serverFiles);
  }

  sendRest(target: ShareTarget, one: PickedFile, url: string): void {
    this.#bindTo(target).memory.knowUrl(keyOf(one), url);
    const { duplicates } = this.add({ files: [one], handles: [] });
    if (duplicates > 0) this.queue.retryFailed();
    void this.begin(target);
  }

  /** This upload is sending the file or has paused it, possibly under another name. */
  isSending({ id: fileId, path, filename }: ShareFile): boolean {
    const { shareId: id, memory } = this.#bound ?? {};
    if (!id || !isActive(this.queue)) return false;
    const item = this.queue.at(placeOf(path, filename));
    return item
      ? item.state !== 'failed'
      : memory?.isKnown(fillPath(bytePaths.upload, { id, fileId })) === true;
  }

  #unsent(): UploadItem[] {
    const { ids } = this.queue.snapshot();
    return ids.flatMap((id) => this.queue.item(id) ?? []).filter(({ state }) => state !== 'done');
  }

  async #send({ memory, setup }: BoundShare, serverFiles: ServerFiles | null): Promise<void> {
    const waiting = this.#unsent();
    if (serverFiles) await loadParts().then(({ findParts }) => findParts(waiting, serverFiles, setup));
    await memory.remember(waiting, this.#handles);
    this.queue.start();
  }

  leaveShare(): void {
    if (this.#bound) uploads.delete(this.#bound.shareId);
    this.#bound = null;
  }

  #bindTo({ shareId, name, wantsLink, receipt = null }: ShareTarget): BoundShare {
    if (this.#bound?.shareId === shareId) return this.#bound;
    const { access, chunkSize, retryDelays } = this.settings;
    const memory = new UploadMemory({ shareId, doorKey: access.key, name, wantsLink, receipt });
    const setup: TusSetup = {
      endpoint: access.endpointOf(shareId),
      headers: access.headers,
      retryDelaysMs: retryDelays,
      chunkSize: firstChunkSize(chunkSize),
      memory,
      readServerFiles: () => access.readServerFiles(shareId),
      renew: access.renew,
    };
    this.#bound = { shareId, name, memory, setup };
    if (typeof window !== 'undefined') uploads.set(shareId, this);
    return this.#bound;
  }

  #activeUpload(): ActiveUpload | null {
    if (!this.#bound) return null;
    const { shareId, name } = this.#bound;
    return { shareId, name, queue: this.queue, page: this.page(shareId) };
  }
}

const uploads = new Map<string, ShareUpload>();

export function shareUploadInto(shareId: string, settings: UploadSettings): ShareUpload {
  const known = uploads.get(shareId);
  if (known && known.settings.access.key === settings.access.key) return known;
  const upload = new ShareUpload(settings);
  // The server renders for everybody, so it keeps nothing.
  if (typeof window !== 'undefined') uploads.set(shareId, upload);
  return upload;
}
