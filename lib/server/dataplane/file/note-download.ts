import 'server-only';
import type { Context } from '@/lib/server/context';
import { type Download, noteDownload, type Sent } from '@/lib/server/services/download/note';

/** Without waiting: the reader has its bytes, and a note that can't be written is no reason to hold the connection. */
export function noteDownloadSoon(ctx: Context, download: Download, sent: Sent): void {
  noteDownload({ ...ctx, now: new Date() }, download, sent).catch((error: unknown) =>
    ctx.log.error({ err: error, shareId: download.shareId }, 'a download could not be written down'),
  );
}
