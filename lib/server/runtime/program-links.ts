import 'server-only';
import type { IncomingMessage } from 'node:http';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';

/** Download programs; link preview robots are none. */
const programs = /^(curl|wget2?|aria2)\/|PowerShell\//i;

export function isProgram({ headers }: IncomingMessage): boolean {
  const { accept = '*/*' } = headers;
  if (/text\/html/i.test(accept)) return false;
  return programs.test(headers['user-agent'] ?? '') || /^text\/plain\b/i.test(accept);
}

const below = {
  zip: allBytePaths.openZip,
  SHA256SUMS: allBytePaths.openSums,
  urls: allBytePaths.openUrls,
} as const;
const link =
  /^\/app\/open\/([\w@.-]{1,80})(?:\/(zip|SHA256SUMS|urls|file\/([^/]+)|file-by-id\/([\w@.-]{1,80})))?\/?$/;

/** Returns the call with its query that a program means by a link or a path below it, or null. */
export function programCall(req: IncomingMessage, path: string, search: string): string | null {
  if (req.method !== 'GET' && req.method !== 'HEAD') return null;
  const [matched, id = '', part, name, fileId] = link.exec(path) ?? [];
  if (matched === undefined) return null;
  if (part === undefined) return isProgram(req) ? fillPath(allBytePaths.openText, { id }) + search : null;
  // Not filled by `fillPath`, as it is escaped already.
  if (name !== undefined)
    return allBytePaths.openNamed.replace('{id}', id).replace('{name}', () => name) + search;
  if (fileId !== undefined) return fillPath(allBytePaths.openFile, { id, fileId }) + search;
  return fillPath(below[part as keyof typeof below], { id }) + search;
}
