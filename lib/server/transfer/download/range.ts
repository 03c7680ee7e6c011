import 'server-only';
import type { ByteRange } from '@/lib/server/storage/port';

/**
 * One range of a Range header. Null means "send the whole file": no header, several ranges, another unit, or
 * anything malformed, which the standard lets a server ignore (RFC 9110, 14.2). So it does of an empty file, which no
 * range can be had of: clients that always ask from byte 0 on would take 416 for a failure.
 */
export function rangeOf(header: string | null, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  if (sizeBytes === 0) return null;
  const [, first = '', last = ''] = /^bytes=\s*(?:(\d+)\s*)?-\s*(?:(\d+)\s*)?$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') return suffix(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < sizeBytes ? { start, end } : 'unsatisfiable';
}

function suffix(length: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (length === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - length), end: sizeBytes - 1 };
}
