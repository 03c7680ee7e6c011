import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { paths } from '@/lib/paths';
import { db } from '@/lib/server/db/client';
import { securityHeaders } from '@/lib/server/http/security-headers';
import { askedBy, findOldLink, type OldLink } from '@/lib/server/services/open/old-link';

/**
 * Answers an address of a product that was imported: its pages lead to ours; its files and archives are the call of
 * today that `req` asks for from then on, so they pass the same gate.
 * @returns whether it is answered
 */
export async function followOldLink(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<boolean> {
  if ((req.method !== 'GET' && req.method !== 'HEAD') || !askedBy(path)) return false;
  const link = await findOldLink({ db: db() }, path);
  if (!link) return false;
  if ('bytes' in link) {
    req.url = callFor(link, new URL(req.url ?? '/', 'http://localhost').searchParams);
    return false;
  }
  const location = link.page === 'open' ? paths.open(link.id) : paths.inbox(link.id);
  for (const [name, value] of securityHeaders(null)) res.setHeader(name, value);
  res.writeHead(302, { location, 'cache-control': 'no-store', 'content-length': 0 });
  res.end();
  return true;
}

function callFor(link: Extract<OldLink, { bytes: unknown }>, query: URLSearchParams): string {
  const { linkId: id } = link;
  const path =
    link.bytes === 'zip'
      ? fillPath(bytePaths.openZip, { id })
      : fillPath(bytePaths.openFile, { id, fileId: link.fileId });
  return ['1', 'true'].some((word) => word === query.get('dl') || word === query.get('download'))
    ? `${path}?download=1`
    : path;
}
