import 'server-only';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@/lib/server/context';
import { presentTime } from '@/lib/server/present-time';
import {
  type Download,
  recordDownload,
  type SentBytes,
  spendDownload,
} from '@/lib/server/services/download/record';

/** A media player requests many ranges, which one row collects. */
const pauseMs = 250;

const running = new Set<Promise<void>>();
const stopping = new AbortController();
setMaxListeners(0, stopping.signal); // one for each reader

/** By reader: downloads to record after the one that is being recorded. */
const waiting = new Map<string, SentBytes | null>();

export const limitedStart = (ctx: Context, download: Download) =>
  download.isLimited
    ? (started: Pick<SentBytes, 'isRange' | 'startedAt'>) => spendDownload(ctx, download, started)
    : undefined;

/** Records in the background, so that the connection doesn't wait. */
export function recordDownloadSoon(ctx: Context, download: Download, sent: SentBytes): void {
  const recording = recordInOrder(ctx, download, sent).finally(() => running.delete(recording));
  running.add(recording);
}

/** Waits for running records, and stops collecting. */
export async function finishDownloadRecords(): Promise<void> {
  stopping.abort();
  while (running.size > 0) await Promise.all(running);
}

/** Records a reader's downloads of a file one after the other, merging those that end meanwhile: all update one row. */
async function recordInOrder(ctx: Context, download: Download, sent: SentBytes): Promise<void> {
  const { shareId, fileId, visitId, isShown } = download;
  const account = ctx.viewer?.id;
  const reader = JSON.stringify([
    sent.isRange,
    shareId,
    fileId,
    visitId,
    isShown,
    account,
    ctx.client.address,
  ]);
  const before = waiting.get(reader);
  if (before !== undefined) return void waiting.set(reader, mergeSent(before, sent));
  for (let next: SentBytes | null = sent; next; next = waiting.get(reader) ?? null) {
    waiting.set(reader, null);
    await record(ctx, download, next);
    await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  }
  waiting.delete(reader);
}

/** Never rejects. */
async function record(ctx: Context, download: Download, sent: SentBytes): Promise<void> {
  try {
    await recordDownload({ ...ctx, now: presentTime() }, download, sent);
  } catch (error) {
    ctx.log.error({ err: error, shareId: download.shareId }, 'a download could not be written down');
  }
}

function mergeSent(before: SentBytes | null, sent: SentBytes): SentBytes {
  if (!before) return sent;
  const bytes = [before.sentBytes, sent.sentBytes] as const;
  const sentBytes = sent.isRange ? bytes[0] + bytes[1] : Math.max(...bytes);
  const isWhole = before.isWhole || sent.isWhole;
  return { ...sent, startedAt: before.startedAt, isWhole, hasEnd: before.hasEnd || sent.hasEnd, sentBytes };
}

/** `ahead`: the page prefetches a preview that may never be looked at. */
type DownloadUse = 'saved' | 'viewed' | 'ahead';

/** A download of a limited link is `saved` whatever the query says. */
export function downloadUseOf(
  query: URLSearchParams,
  { isLimited = false }: Download,
  isInline: boolean,
): DownloadUse {
  if (isLimited || !isInline) return 'saved';
  return query.get('ahead') === '1' ? 'ahead' : 'viewed';
}

export function recordUse(ctx: Context, download: Download, use: DownloadUse, sent: SentBytes): void {
  if (use !== 'ahead') recordDownloadSoon(ctx, { ...download, isShown: use === 'viewed' }, sent);
}
