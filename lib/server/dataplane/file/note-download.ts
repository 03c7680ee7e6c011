import 'server-only';
import type { Context } from '@/lib/server/context';
import { type Download, noteDownload, type Sent } from '@/lib/server/services/download/note';

/** What came while an earlier note of the same reader is being written; null when nothing did. */
const waiting = new Map<string, Sent | null>();

/** Without waiting: the reader has its bytes, and a note that can't be written is no reason to hold the connection. */
export function noteDownloadSoon(ctx: Context, download: Download, sent: Sent): void {
  noteParts(ctx, download, sent).catch((error: unknown) =>
    ctx.log.error({ err: error, shareId: download.shareId }, 'a download could not be written down'),
  );
}

/**
 * Parts that one reader asks for add up in one row, and many at once would only wait for each other there, so they are
 * written one after the other, together with what came meanwhile.
 */
async function noteParts(ctx: Context, download: Download, sent: Sent): Promise<void> {
  if (!sent.isRange) return noteDownload({ ...ctx, now: new Date() }, download, sent);
  const { shareId, fileId, visitId } = download;
  const reader = JSON.stringify([shareId, fileId, visitId, ctx.viewer?.id, ctx.client.address]);
  const before = waiting.get(reader);
  if (before !== undefined) return void waiting.set(reader, together(before, sent));
  try {
    for (let next: Sent | null = sent; next; next = waiting.get(reader) ?? null) {
      waiting.set(reader, null);
      await noteDownload({ ...ctx, now: new Date() }, download, next);
    }
  } finally {
    waiting.delete(reader);
  }
}

function together(before: Sent | null, sent: Sent): Sent {
  if (!before) return sent;
  return { ...sent, startedAt: before.startedAt, sentBytes: before.sentBytes + sent.sentBytes };
}
