import 'server-only';
import type { ServerResponse } from 'node:http';
import { readId } from '@/lib/domain/pasted/link';
import { decodeSegment } from '@/lib/domain/url';
import { securityHeaders } from '@/lib/server/http/security-headers';

const page = /^(\/app\/(?:open|share|upload|alias|account)\/)([^/]+)(\/.+)?$/;

/** The address of a page that an id leads to: the id not escaped, and without what a mail or a sentence has left. */
export function cleanPath(path: string): string {
  const [, folder, part = '', rest = ''] = page.exec(path) ?? [];
  const id = readId(decodeSegment(part));
  if (folder === undefined || id === '') return path;
  const isBelow = rest === '' || readId(decodeSegment(rest)) !== '';
  return id === part && isBelow ? path : folder + id + (isBelow ? rest : '');
}

export function redirectTo(res: ServerResponse, location: string): void {
  for (const [name, value] of securityHeaders(null)) res.setHeader(name, value);
  res.writeHead(302, { location, 'cache-control': 'no-store', 'content-length': 0 });
  res.end();
}
