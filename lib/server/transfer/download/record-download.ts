import 'server-only';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@/lib/server/context';
import { presentTime } from '@/lib/server/present-time';
import { spendDownload } from '@/lib/server/services/download/limited';
import { type Download, recordDownload, type SentBytes } from '@/lib/server/services/download/record';

/** Each record is a row that has to reach the disk: a player would have one written for every range that it asks for. */
const pauseMs = 250;

const running = new Set<Promise<void>>();
const stopping = new AbortController();
setMaxListeners(0, stopping.signal); // one for each reader

/** What came while an earlier record of the same reader is being written, or a moment after; null when nothing did. */
const waiting = new Map<string, SentBytes | null>();

/** What a link that only gives so many downloads asks for before one begins. */
export const beginningOf = (ctx: Context, download: Download) =>
  download.isLimited
    ? (begun: Pick<SentBytes, 'isRange' | 'startedAt'>) => spendDownload(ctx, download, begun)
    : undefined;

/** Without waiting: the reader has its bytes, and a record that can't be written is no reason to hold the connection. */
export function recordDownloadSoon(ctx: Context, download: Download, sent: SentBytes): void {
  const recording = recordInTurn(ctx, download, sent).finally(() => running.delete(recording));
  running.add(recording);
}

/** From now on no record waits for more; resolves when none is being written. */
export async function finishDownloadRecords(): Promise<void> {
  stopping.abort();
  while (running.size > 0) await Promise.all(running);
}

/**
 * What one reader asks for of a file comes together in one row, where many records at once would only wait for each
 * other. So they are written one after the other with a pause between, each together with what came meanwhile.
 */
async function recordInTurn(ctx: Context, download: Download, sent: SentBytes): Promise<void> {
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
  if (before !== undefined) return void waiting.set(reader, together(before, sent));
  for (let next: SentBytes | null = sent; next; next = waiting.get(reader) ?? null) {
    waiting.set(reader, null);
    await record(ctx, download, next);
    await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined); // nobody waits at the end
  }
  waiting.delete(reader);
}

/** One that can't be written takes none of the next ones with it. Never rejects. */
async function record(ctx: Context, download: Download, sent: SentBytes): Promise<void> {
  try {
    await recordDownload({ ...ctx, now: presentTime() }, download, sent);
  } catch (error) {
    ctx.log.error({ err: error, shareId: download.shareId }, 'a download could not be written down');
  }
}

function together(before: SentBytes | null, sent: SentBytes): SentBytes {
  if (!before) return sent;
  const bytes = [before.sentBytes, sent.sentBytes] as const;
  const sentBytes = sent.isRange ? bytes[0] + bytes[1] : Math.max(...bytes);
  const isWhole = before.isWhole || sent.isWhole;
  return { ...sent, startedAt: before.startedAt, isWhole, hasEnd: before.hasEnd || sent.hasEnd, sentBytes };
}
