import { bundleLimits } from '@/lib/domain/file/bundle';
import { terminate } from '../terminate';
import type { TransferListener, TusSetup, UploadSender } from '../tus/sender';
import type { UploadItem } from '../upload-item';
import { Turns } from './turns';

export type BundleEntry = { item: UploadItem; on: TransferListener };

/**
 * Posts files in one request, or only asks which of them are stored. Calls `arrived` for each that is, with its address;
 * resolves once there is nothing more to hear.
 */
export type PostBundle = (
  setup: TusSetup,
  entries: readonly BundleEntry[],
  arrived: (entry: BundleEntry, url: string) => void,
  options?: { signal?: AbortSignal; asks?: boolean },
) => Promise<void>;

/** Enough for two bundles on their way, and the next one. */
const itemsAtOnce = 3 * bundleLimits.groupFiles;
const bundlesAtOnce = 2;
const bundleBytes = 4 * 1024 * 1024;
const aloneAtOnce = 5;

/** Then a proxy in front may take none, such as one that limits each request to a megabyte. */
const fruitlessAtMost = 2;
/** The line may have been away instead, so that a bundle is tried again: after twice that time the next time. */
const aloneMs = 60_000;

type BundledFile = BundleEntry & { pause: () => void };

/**
 * Sends small files in bundles. What a bundle doesn't bring is sent alone, by the same key, so that its failure is told
 * and overcome there. Sealed files are sent alone.
 */
export function bundlingSender(
  alone: UploadSender,
  setup: () => TusSetup | null,
  post: PostBundle,
): UploadSender {
  const waiting = new Set<BundledFile>();
  const turns = new Turns(aloneAtOnce);
  /** Of files that were removed while a bundle had them on its way. */
  const discarded = new Set<string>();
  const onTheirWay = new Set<string>();
  let running = 0;
  let fruitless = 0;
  let aloneUntilMs = 0;
  let isDue = false;

  const isBundled = (item: UploadItem): boolean => {
    const share = setup();
    if (!share || share.sealing || performance.now() < aloneUntilMs) return false;
    return item.size <= bundleLimits.fileBytes && !share.memory.urlOf(item.key);
  };

  function sendAlone(sending: BundledFile): void {
    sending.pause = turns.take((release) => {
      const { on } = sending;
      const after = (then: () => void) => () => {
        release();
        then();
      };
      const transfer = alone.send(sending.item, {
        ...on,
        done: after(on.done),
        failed: (failure) => after(() => on.failed(failure))(),
        halted: (why) => after(() => on.halted(why))(),
      });
      return after(transfer.pause);
    });
  }

  function nextBundle(): BundledFile[] {
    const bundle: BundledFile[] = [];
    let bytes = 0;
    for (const sending of waiting) {
      bytes += sending.item.size;
      if (bundle.length === bundleLimits.groupFiles || (bundle.length > 0 && bytes > bundleBytes)) break;
      bundle.push(sending);
    }
    for (const sending of bundle) waiting.delete(sending);
    return bundle;
  }

  function begin(): void {
    isDue = false;
    while (running < bundlesAtOnce && waiting.size > 0) {
      const bundle = nextBundle();
      const [first] = bundle;
      if (bundle.length === 1 && first) sendAlone(first);
      else void sendBundle(bundle);
    }
  }

  function noteBrought(files: number): void {
    fruitless = files > 0 ? 0 : fruitless + 1;
    const times = fruitless - fruitlessAtMost;
    if (times >= 0) aloneUntilMs = performance.now() + aloneMs * 2 ** times;
  }

  async function sendBundle(bundle: BundledFile[]): Promise<void> {
    const share = setup();
    if (!share) throw new Error('files are sent before there is a share');
    const left = new Set(bundle);
    const over = new AbortController();
    for (const sending of bundle) {
      onTheirWay.add(sending.item.id);
      sending.pause = () => {
        left.delete(sending);
        if (left.size === 0) over.abort();
      };
    }
    let brought = 0;
    const arrived = (entry: BundleEntry, url: string) => {
      brought++;
      if (discarded.delete(entry.item.id)) return terminate(url, share.access.headers);
      if (!left.delete(entry as BundledFile)) return;
      share.memory.forget([entry.item.key]);
      entry.on.done();
    };
    running++;
    await post(share, bundle, arrived, { signal: over.signal }).catch(() => undefined);
    running--;
    if (!over.signal.aborted) noteBrought(brought);
    for (const sending of left) sendAlone(sending);
    begin();
    await removeUnheard(share, bundle, arrived);
  }

  /** Asks for the files that were removed and whose line was lost. */
  async function removeUnheard(share: TusSetup, bundle: BundledFile[], arrived: Parameters<PostBundle>[2]) {
    for (const { item } of bundle) onTheirWay.delete(item.id);
    const unheard = bundle.filter(({ item }) => discarded.has(item.id));
    if (unheard.length > 0) await post(share, unheard, arrived, { asks: true }).catch(() => undefined);
    for (const { item } of unheard) discarded.delete(item.id);
  }

  return {
    send(item, on) {
      if (!isBundled(item)) return alone.send(item, on);
      const sending: BundledFile = { item, on, pause: () => waiting.delete(sending) };
      waiting.add(sending);
      if (!isDue) queueMicrotask(begin);
      isDue = true;
      return { pause: () => sending.pause() };
    },
    discard: (item) => {
      if (onTheirWay.has(item.id)) discarded.add(item.id);
      alone.discard(item);
    },
    atOnce: (item) => (isBundled(item) ? itemsAtOnce : null),
  };
}
