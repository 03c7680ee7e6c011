import 'server-only';
import type { RequestHeaders } from '@/lib/server/request-headers';

/**
 * What identifies bytes: a strong tag once a checksum is known, and the second they changed or arrived in: the bytes
 * of a file never change, so that tells no other version. Null where a date
 * would not tell two versions apart.
 */
export type Version = { etag: string | null; modified: Date | null };

/** What the request's preconditions come to, in the order of RFC 9110, 13.2.2. */
export function evaluatePreconditions(
  headers: RequestHeaders,
  version: Version,
): 'proceed' | 'notModified' | 'changed' {
  if (!stillMatches(headers, version)) return 'changed';
  return isNotModified(headers, version) ? 'notModified' : 'proceed';
}

/** If-Range: a range is only sent of the very bytes that the client has the rest of; without the header of any. */
export function ifRangeMatches(ifRange: string | null, version: Version): boolean {
  if (ifRange === null) return true;
  if (ifRange.includes('"')) return ifRange.trim() === version.etag;
  return version.modified !== null && Date.parse(ifRange) === seconds(version.modified);
}

function stillMatches(headers: RequestHeaders, { etag, modified }: Version): boolean {
  const ifMatch = headers.get('if-match');
  if (ifMatch !== null) return ifMatch.trim() === '*' || tags(ifMatch).some((tag) => tag === etag);
  const since = Date.parse(headers.get('if-unmodified-since') ?? '');
  return modified === null || Number.isNaN(since) || seconds(modified) <= since;
}

function isNotModified(headers: RequestHeaders, { etag, modified }: Version): boolean {
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch !== null) {
    if (ifNoneMatch.trim() === '*') return true;
    return tags(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etag);
  }
  const since = Date.parse(headers.get('if-modified-since') ?? '');
  return modified !== null && !Number.isNaN(since) && seconds(modified) <= since;
}

const tags = (list: string): string[] => list.match(/(?:W\/)?"[^"]*"/g) ?? [];

/** HTTP dates have no milliseconds. */
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000) * 1000;

/** What asks for an answer only if something is so. RFC 9110, section 13. */
export const conditionHeaders = [
  'if-match',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'if-modified-since',
];

/** Whether a condition is about what we said of these bytes, and not about what a bucket said when it sent them. */
export function isAboutOurs(headers: RequestHeaders, { etag, modified }: Version): boolean {
  const said = conditionHeaders.map((name) => headers.get(name) ?? '').join('\n');
  return (
    (etag !== null && said.includes(etag)) || (modified !== null && said.includes(modified.toUTCString()))
  );
}
