import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Download, SentBytes } from '@/lib/server/services/download/record';
import { recordDownloadSoon } from './record-download';

/** What becomes of bytes: saved, looked at on the page, or fetched by the page before anybody looks. */
export type Look = 'saved' | 'viewed' | 'ahead';

/**
 * The page says by `ahead=1` what it only fetches ahead. Where downloads are limited the whole file is one, however it
 * is asked for.
 * @param isInline the page shows it
 */
export function lookOf(query: URLSearchParams, { isLimited = false }: Download, isInline: boolean): Look {
  if (isLimited || !isInline) return 'saved';
  return query.get('ahead') === '1' ? 'ahead' : 'viewed';
}

export function recordLook(ctx: Context, download: Download, look: Look, sent: SentBytes): void {
  if (look !== 'ahead') recordDownloadSoon(ctx, { ...download, isShown: look === 'viewed' }, sent);
}
