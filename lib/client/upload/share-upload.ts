import type { Route } from 'next';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { firstChunkSize } from '@/lib/domain/file/chunk-size';
import { paths } from '@/lib/paths';
import type { Collected, RootHandle } from './choose/collect';
import { placeOf } from './choose/free-name';
import { inListOrder } from './choose/list-order';
import { UploadQueue } from './queue';
import { idsByPlace, ReplacedFiles } from './replaced-files';
import { isOnItsWay, type Sending, showSending } from './sending';
import type { Sender } from './tus/sender';
import { loadTus, TusSender } from './tus/tus-sender';
import type { TusSetup } from './tus/tus-setup';
import type { Arrivals } from './unfinished/arrivals';
import { unfinishedFile } from './unfinished/unfinished';
import type { UnfinishedUpload } from './unfinished/unfinished-store';
import { UploadMemory } from './unfinished/upload-memory';
import { keyOf, type PickedFile, type UploadItem } from './upload-item';
import type { UploadSettings } from './upload-settings';

const loadParts = () => import('./unfinished/parts');

/** What became of files that were to be taken in; `renamed` of those that were added. */
export type Taken = { added: number; duplicates: number; renamed: UploadItem[] };

export type Target = { shareId: string; name: string | null; wantsLink: boolean; receipt?: string | null };
type Aimed = { shareId: string; name: string | null; memory: UploadMemory; setup: TusSetup };

/**
 * The files that go to one share, from the first pick to the last byte. It lives outside React, so that an upload
 * goes on while the person looks at other pages, and is remembered over a reload until every file has arrived.
 */
export class ShareUpload {
  readonly queue: UploadQueue;
  readonly settings: UploadSettings;
  /** Where people see it go on. */
  page: (shareId: string) => Route = paths.share;
  readonly #handles: RootHandle[] = [];
  readonly #replaced = new ReplacedFiles();
  #aimed: Aimed | null = null;

  constructor(settings: UploadSettings, sender?: Sender) {
    this.settings = settings;
    this.queue = new UploadQueue(sender ?? new TusSender(() => this.#aimed?.setup ?? null));
    showSending(
      this.queue,
      () => this.#sending(),
      () => settings.access.tellChange?.(),
    );
  }

  /**
   * Takes in what was dropped, pasted or picked.
   * @param present files that the share has already
   */
  add({ files, handles }: Pick<Collected, 'files' | 'handles'>, present: readonly ShareFile[] = []): Taken {
    loadTus().catch(() => {}); // sending reports it
    this.#handles.push(...handles);
    // What the share has in part is sent on under its name.
    const places = new Set(
      present.filter(({ complete }) => complete).map(({ path, filename }) => placeOf(path, filename)),
    );
    const { added, duplicates } = this.queue.add(inListOrder(files), (place) => places.has(place));
    void this.#aimed?.memory.remember(added, this.#handles);
    const renamed = added.filter(({ filename, file }) => filename !== file.name);
    return { added: added.length, duplicates, renamed };
  }

  /** Takes in more on the way: it is sent without being asked for, also when all the others have ended. */
  addOn(collected: Pick<Collected, 'files' | 'handles'>): Taken {
    const taken = this.add(collected);
    if (this.queue.snapshot().phase === 'idle') this.queue.start();
    return taken;
  }

  /**
   * Whether each of these renamed files could take the place of another that isn't on its way.
   * @param present files that the share has already
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
   * Gives renamed files the places that they were picked for. The earlier files for those places are left out; what the share has
   * there stays until the new one has arrived, see `removeReplaced`.
   */
  replace(renamed: readonly UploadItem[], present: readonly ShareFile[] = []): void {
    this.#replaced.add(renamed, this.#removable(present));
    const older = renamed.flatMap((item) => this.queue.olderThan(item) ?? []);
    this.queue.remove([...older, ...renamed].map(({ id }) => id));
    this.add({ files: renamed.map(({ file, path, key }) => ({ file, path, key })), handles: [] });
  }

  /** Removes those of the share's files whose successors have arrived. One that can't be removed stays beside it. */
  async removeReplaced(): Promise<void> {
    const { shareId = '' } = this.#aimed ?? {};
    const isArrived = (place: string) => this.queue.at(place)?.state === 'done';
    for (const fileId of this.#replaced.take(isArrived)) {
      await this.settings.access.removeFile?.({ shareId, fileId }).catch(() => {});
    }
  }

  /** The ids of stored files by place. */
  #removable(present: readonly ShareFile[]): Map<string, string> {
    return idsByPlace(this.settings.access.removeFile ? present : []);
  }

  /**
   * Sends the files into this share, remembering them before the first byte leaves.
   * @param arrivals what the share has already: of what it has in part the rest is sent
   */
  async begin(target: Target, arrivals: Arrivals | null = null): Promise<void> {
    await this.#send(this.#aimAt(target), arrivals);
  }

  /**
   * Goes on with an upload of an earlier visit.
   * @param found its files as they were begun, and others that go with them
   */
  async resume(unfinished: UnfinishedUpload, found: readonly PickedFile[]): Promise<void> {
    const { access } = this.settings;
    const arrivals = await access.arrivalsOf(unfinished.shareId, unfinished.receipt);
    const aimed = this.#aimAt(unfinished);
    const { memory } = aimed;
    this.#handles.push(...unfinished.handles);
    memory.forget(unfinished.files.filter(arrivals.isComplete).map(({ key }) => key));
    for (const { key, url } of unfinished.files) if (url) memory.knowUrl(key, url);
    this.queue.add(found.filter((one) => !arrivals.isComplete(unfinishedFile(one))));
    await this.#send(aimed, arrivals);
  }

  /** Sends the rest of a file that is in part at this address. */
  sendRest(target: Target, one: PickedFile, url: string): void {
    this.#aimAt(target).memory.knowUrl(keyOf(one), url);
    const { duplicates } = this.add({ files: [one], handles: [] });
    if (duplicates > 0) this.queue.retryFailed();
    void this.begin(target);
  }

  /** Whether a file of the share is on its way from here, or held; under another name, too. */
  isSending({ id: fileId, path, filename }: ShareFile): boolean {
    const { shareId: id, memory } = this.#aimed ?? {};
    if (!id || !isOnItsWay(this.queue)) return false;
    const item = this.queue.at(placeOf(path, filename));
    return item
      ? item.state !== 'failed'
      : memory?.isKnown(fillPath(bytePaths.upload, { id, fileId })) === true;
  }

  #unsent(): UploadItem[] {
    const { ids } = this.queue.snapshot();
    return ids.flatMap((id) => this.queue.item(id) ?? []).filter(({ state }) => state !== 'done');
  }

  /** Remembers the files, with what the server has of them already, and sends them. */
  async #send({ memory, setup }: Aimed, arrivals: Arrivals | null): Promise<void> {
    const waiting = this.#unsent();
    if (arrivals) await loadParts().then(({ findParts }) => findParts(waiting, arrivals, setup));
    await memory.remember(waiting, this.#handles);
    this.queue.start();
  }

  /** Lets go of the share; the files go into another one. */
  leaveShare(): void {
    if (this.#aimed) uploads.delete(this.#aimed.shareId);
    this.#aimed = null;
  }

  #aimAt({ shareId, name, wantsLink, receipt = null }: Target): Aimed {
    if (this.#aimed?.shareId === shareId) return this.#aimed;
    const { access, chunkSize, retryDelays } = this.settings;
    const memory = new UploadMemory({ shareId, doorKey: access.key, name, wantsLink, receipt });
    const setup: TusSetup = {
      endpoint: access.endpointOf(shareId),
      headers: access.headers,
      retryDelaysMs: retryDelays,
      chunkSize: firstChunkSize(chunkSize),
      memory,
      arrivals: () => access.arrivalsOf(shareId),
      renew: access.renew,
    };
    this.#aimed = { shareId, name, memory, setup };
    if (typeof window !== 'undefined') uploads.set(shareId, this);
    return this.#aimed;
  }

  #sending(): Sending | null {
    if (!this.#aimed) return null;
    const { shareId, name } = this.#aimed;
    return { shareId, name, queue: this.queue, page: this.page(shareId) };
  }
}

const uploads = new Map<string, ShareUpload>();

/** The upload into this share that this page has going, or a fresh one. */
export function shareUploadInto(shareId: string, settings: UploadSettings): ShareUpload {
  const known = uploads.get(shareId);
  if (known && known.settings.access.key === settings.access.key) return known;
  const upload = new ShareUpload(settings);
  // The server renders for everybody, so it keeps nothing.
  if (typeof window !== 'undefined') uploads.set(shareId, upload);
  return upload;
}
