import 'server-only';
import type { RequestHeaders } from '@/lib/server/request-headers';
import type { ByteRange } from '@/lib/server/storage/port';

/**
 * RFC 9110, 8.8. The ETag is strong, and null until the checksum is known. `modified` is null when a date can't tell two
 * versions apart.
 */
export type Validators = { etag: string | null; modified: Date | null };

/** Evaluates in the order of RFC 9110, 13.2.2. */
export function evaluatePreconditions(
  headers: RequestHeaders,
  version: Validators,
): 'proceed' | 'notModified' | 'changed' {
  if (!stillMatches(headers, version)) return 'changed';
  return isNotModified(headers, version) ? 'notModified' : 'proceed';
}

export function ifRangeMatches(ifRange: string | null, version: Validators): boolean {
  if (ifRange === null) return true;
  if (ifRange.includes('"')) return ifRange.trim() === version.etag;
  return version.modified !== null && Date.parse(ifRange) === seconds(version.modified);
}

function stillMatches(headers: RequestHeaders, { etag, modified }: Validators): boolean {
  const ifMatch = headers.get('if-match');
  if (ifMatch !== null) return ifMatch.trim() === '*' || tags(ifMatch).some((tag) => tag === etag);
  const since = Date.parse(headers.get('if-unmodified-since') ?? '');
  return modified === null || Number.isNaN(since) || seconds(modified) <= since;
}

function isNotModified(headers: RequestHeaders, { etag, modified }: Validators): boolean {
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

/** RFC 9110, 13.1. */
export const conditionHeaders = [
  'if-match',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'if-modified-since',
];

/** Tells our validators from those that a bucket sent with the same bytes. */
export function mentionsOurValidators(headers: RequestHeaders, { etag, modified }: Validators): boolean {
  const said = conditionHeaders.map((name) => headers.get(name) ?? '').join('\n');
  return (
    (etag !== null && said.includes(etag)) || (modified !== null && said.includes(modified.toUTCString()))
  );
}

/**
 * Parses a Range header. Null means the whole file: no, several or malformed ranges (RFC 9110, 14.2). Also for an empty
 * file, as clients that always request from byte 0 would take 416 for a failure.
 */
export function parseRange(header: string | null, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  if (sizeBytes === 0) return null;
  const [, first = '', last = ''] = /^bytes=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return suffixRange(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < sizeBytes ? { start, end } : 'unsatisfiable';
}

function suffixRange(length: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (length === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 };
}
