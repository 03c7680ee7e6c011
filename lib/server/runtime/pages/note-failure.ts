import 'server-only';
import { isOutage } from '@/lib/server/db/outage';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import { log } from '@/lib/server/log';
import { noteOutage } from './outages';

type Sent = Record<string, string | string[] | undefined>;

/** A page failed while it was drawn. The digest is what the person sees, so that it leads here. */
export function noteFailure(error: unknown, headers: Sent): void {
  const req = String(headers[innerHeaders.request] ?? '');
  const { digest } = error as { digest?: string };
  if (isOutage(error)) noteOutage(req);
  log().error({ req, digest, err: error }, 'a page could not be drawn');
}
