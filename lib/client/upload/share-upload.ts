import type { Route } from 'next';
import type { Sealing } from '@/lib/client/upload/sealed/sealing';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { firstChunkSize } from '@/lib/domain/file/chunk-size';
import { paths } from '@/lib/paths';
import type { UploadAccess, UploadSettings } from './access/upload-access';
import { type ActiveUpload, isActive, trackUpload } from './active-uploads';
import { bundlingSender } from './bundle/bundling-sender';
import { postBundle } from './bundle/post-bundle';
import type { Collected, RootHandle } from './choose/collect';
import { UploadQueue } from './queue';
import { terminate } from './terminate';
import type { TusSetup, UploadSender } from './tus/sender';
import { loadTus, tusSender } from './tus/tus-sender';
import type { ServerFiles } from './unfinished/server-files';
import { type UnfinishedFile, type UnfinishedUpload, unfinishedFile } from './unfinished/unfinished-store';
import { UploadMemory } from './unfinished/upload-memory';
import { keyOf, type PickedFile, placeOf, sortLikeList, type UploadItem } from './upload-item';
import { plainWire } from './wire-file';

export type AddFilesResult = { added: number; duplicates: number; renamed: UploadItem[] };

export type ShareTarget = {
  shareId: string;
  name: string | null;
  wantsLink: boolean;
  receipt?: string | null;
  /** Of a sealed share. */
  sealing?: Sealing | null;
};

/**
 * The files of one share from the first pick to the last byte. Lives outside React, so that uploads continue on other
 * pages; survives a reload until every file has arrived.
 */
export class ShareUpload {
  readonly queue: UploadQueue;
  readonly settings: UploadSettings;
  page: (shareId: string) => Route = paths.share;
  /** For a sealed share whose key this tab has. */
  loadSealing: (() => Promise<Sealing>) | null = null;
  readonly #handles: RootHandle[] = [];
  /** By place: stored files to delete once their replacements have arrived. */
  readonly #replaced = new Map<string, string>();
  #setup: TusSetup | null = null;

  constructor(settings: UploadSettings, sender?: UploadSender) {
    this.settings = settings;
    const setup = () => this.#setup;
    this.queue = new UploadQueue(sender ?? bundlingSender(tusSender(setup), setup, postBundle));
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
    const places = arrivedByPlace(present);
    const { added, duplicates } = this.queue.add(sortLikeList(files), (place) => places.has(place));
    void this.#setup?.memory.remember(added, this.#handles);
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
    const stored = this.#removable(present);
    for (const { path, file } of renamed) {
      const place = placeOf(path, file.name);
      const fileId = stored.get(place);
      if (fileId) this.#replaced.set(place, fileId);
    }
    const older = renamed.flatMap((item) => this.queue.olderThan(item) ?? []);
    this.queue.remove([...older, ...renamed].map(({ id }) => id));
    this.add({ files: renamed.map(({ file, path, key }) => ({ file, path, key })), handles: [] });
  }

  /** Deletes stored files whose replacements have arrived. One that can't be deleted stays. */
  async removeReplaced(): Promise<void> {
    const { shareId = '' } = this.#setup?.memory.share ?? {};
    for (const [place, fileId] of this.#replaced) {
      if (this.queue.at(place)?.state !== 'done') continue;
      this.#replaced.delete(place);
      await this.settings.access.removeFile?.({ shareId, fileId }).catch(() => {});
    }
  }

  #removable(present: readonly ShareFile[]): Map<string, string> {
    return arrivedByPlace(this.settings.access.removeFile ? present : []);
  }

  /**
   * Stores the files in the browser, then sends them. @param serverFiles the server's files of the share; partial ones are
   * continued
   */
  async begin(target: ShareTarget, serverFiles: ServerFiles | null = null): Promise<void> {
    const sealing = target.sealing ?? (await this.loadSealing?.()) ?? null;
    await this.#send(this.#bindTo({ ...target, sealing }), serverFiles);
  }

  async resume(unfinished: UnfinishedUpload, found: readonly PickedFile[]): Promise<void> {
    const { access } = this.settings;
    const sealing = unfinished.shareKey ? await resumeSealing(unfinished, access) : null;
    const serverFiles = await access.readServerFiles(unfinished.shareId, unfinished.receipt);
    const setup = this.#bindTo({ ...unfinished, sealing });
    const { memory } = setup;
    this.#handles.push(...unfinished.handles);
    const rows = [...unfinished.files, ...found.map(unfinishedFile)];
    const hasArrived = (row: UnfinishedFile) => serverFiles.isComplete(sealing?.placeOf(row) ?? row);
    const arrived = new Set(rows.filter(hasArrived).map(({ key }) => key)); // in another tab
    memory.forget([...arrived]);
    const rest = unfinished.files.filter(({ key }) => !arrived.has(key));
    const known = await sealing?.recall(rest);
    for (const { key, url, creationKey } of rest) {
      const isLost = known?.has(key) === false;
      if (url && isLost) terminate(url, access.headers);
      else if (url) memory.knowUrl(key, url);
      if (creationKey && !isLost) memory.knowCreationKey(key, creationKey);
    }
    this.queue.add(found.filter((one) => !arrived.has(keyOf(one))));
    await this.#send(setup, serverFiles);
  }

  sendRest(target: ShareTarget, one: PickedFile, url: string): void {
    this.#bindTo(target).memory.knowUrl(keyOf(one), url);
    const { duplicates } = this.add({ files: [one], handles: [] });
    if (duplicates > 0) this.queue.retryFailed();
    void this.begin(target);
  }

  /** This upload is sending the file or has paused it, possibly under another name. */
  isSending({ id: fileId, path, filename }: ShareFile): boolean {
    if (!this.#setup || !isActive(this.queue)) return false;
    const { memory } = this.#setup;
    const item = this.queue.at(placeOf(path, filename));
    if (item) return item.state !== 'failed';
    return memory.isKnown(fillPath(bytePaths.upload, { id: memory.share.shareId, fileId }));
  }

  async #send({ access, memory, wireOf, sealing }: TusSetup, serverFiles: ServerFiles | null): Promise<void> {
    const { ids } = this.queue.snapshot();
    const unsent = ids.flatMap((id) => this.queue.item(id) ?? []).filter(({ state }) => state !== 'done');
    await sealing?.prepare(unsent);
    if (serverFiles) {
      const { findParts } = await import('./unfinished/partial-files');
      await findParts(unsent, serverFiles, { headers: access.headers, memory, wireOf, sealing });
    }
    await memory.remember(unsent, this.#handles);
    this.queue.start();
  }

  leaveShare(): void {
    if (this.#setup) uploads.delete(this.#setup.memory.share.shareId);
    this.#setup = null;
  }

  #bindTo({ shareId, name, wantsLink, receipt = null, sealing = null }: ShareTarget): TusSetup {
    const begun = this.#setup?.memory.share;
    if (this.#setup && begun?.shareId === shareId) {
      Object.assign(begun, { name, wantsLink: begun.wantsLink || wantsLink });
      return this.#setup;
    }
    const { access, chunkSize, retryDelays } = this.settings;
    const shareKey = sealing?.keyText ?? null;
    const share = { shareId, doorKey: access.key, name, wantsLink, receipt, shareKey };
    const memory = new UploadMemory(share, (key) => sealing?.saltOf(key) ?? null);
    const wireOf = async (item: UploadItem) => sealing?.wireOf(item) ?? plainWire(item);
    this.#setup = { access, memory, retryDelays, chunkSize: firstChunkSize(chunkSize), wireOf, sealing };
    if (typeof window !== 'undefined') uploads.set(shareId, this);
    return this.#setup;
  }

  #activeUpload(): ActiveUpload | null {
    if (!this.#setup) return null;
    const { shareId, name } = this.#setup.memory.share;
    return { shareId, name, queue: this.queue, page: this.page(shareId) };
  }
}

const resumeSealing = async ({ shareId, shareKey }: UnfinishedUpload, access: UploadAccess) => {
  const { resumeSealing: resume } = await import('@/lib/client/upload/sealed/begin-sealing');
  return resume({ shareId, keyText: shareKey ?? '', headers: access.sealedHeaders });
};

/** Ids of the files that a share has, by their places. */
const arrivedByPlace = (files: readonly ShareFile[]): Map<string, string> =>
  new Map(
    files
      .filter(({ complete }) => complete)
      .map(({ path, filename, id }) => [placeOf(path, filename), id] as const),
  );

const uploads = new Map<string, ShareUpload>();

export function shareUploadInto(shareId: string, settings: UploadSettings): ShareUpload {
  const known = uploads.get(shareId);
  if (known && known.settings.access.key === settings.access.key) return known;
  const upload = new ShareUpload(settings);
  // The server renders for everybody, so it keeps nothing.
  if (typeof window !== 'undefined') uploads.set(shareId, upload);
  return upload;
}
