import 'server-only';
import type { ByteRange, Storage } from '@/lib/server/storage/port';
import {
  type Directory,
  directoryRecord,
  directoryRecordBytes,
  endRecords,
  endRecordsBytes,
  localHeader,
  localHeaderBytes,
  type PlacedEntry,
  type ZipEntry,
} from './records';

/** The position of every byte of an archive, known in advance because nothing is compressed. */
export type ZipLayout = { entries: PlacedEntry[]; directory: Directory; sizeBytes: number };

export function zipLayout(files: readonly ZipEntry[]): ZipLayout {
  let at = 0;
  const entries = files.map(({ fileId, name, sizeBytes, crc32, modifiedAtMs }) => {
    // Spreading 100,000 entries would take ten times as long.
    const placed = { fileId, name, sizeBytes, crc32, modifiedAtMs, at };
    at += localHeaderBytes(placed) + sizeBytes;
    return placed;
  });
  const sizeBytes = entries.reduce((sum, entry) => sum + directoryRecordBytes(entry), 0);
  const directory = { count: entries.length, at, sizeBytes };
  return { entries, directory, sizeBytes: at + sizeBytes + endRecordsBytes(directory) };
}

/** A record of the format, built lazily, or the bytes of a file. */
export type Segment = { at: number; sizeBytes: number; content: (() => Buffer) | { fileId: string } };

export function* segments({ entries, directory }: ZipLayout, start: number): Generator<Segment> {
  for (const entry of entries) {
    const fileAt = entry.at + localHeaderBytes(entry);
    const { sizeBytes, fileId } = entry;
    if (fileAt + sizeBytes <= start) continue;
    yield { at: entry.at, sizeBytes: fileAt - entry.at, content: () => localHeader(entry) };
    if (sizeBytes > 0) yield { at: fileAt, sizeBytes, content: { fileId } };
  }
  let { at } = directory;
  for (const entry of entries) {
    const sizeBytes = directoryRecordBytes(entry);
    yield { at, sizeBytes, content: () => directoryRecord(entry) };
    at += sizeBytes;
  }
  yield { at, sizeBytes: endRecordsBytes(directory), content: () => endRecords(directory) };
}

/** Headers and small files are combined into buffers of this size. */
const combinedBytes = 64 * 1024;
/** The first buffer is small, but has more than headers, so that a missing file fails before the response starts. */
const firstBytes = 4 * 1024;

/** Streams a range of an archive. A buffer is only valid until the next one is requested. @throws when bytes are missing */
export function zipBytes(layout: ZipLayout, range: ByteRange, read: Storage['read']): AsyncGenerator<Buffer> {
  return combined(buffers(layout, range, read));
}

async function* buffers(layout: ZipLayout, { start, end }: ByteRange, read: Storage['read']) {
  for (const segment of segments(layout, start)) {
    if (segment.at > end) return;
    const from = Math.max(0, start - segment.at);
    const to = Math.min(segment.sizeBytes - 1, end - segment.at);
    if (from <= to) yield* bytesOf(segment, { start: from, end: to }, read);
  }
}

async function* bytesOf({ content }: Segment, range: ByteRange, read: Storage['read']) {
  if (typeof content === 'function') {
    yield content().subarray(range.start, range.end + 1);
    return;
  }
  let missing = range.end - range.start + 1;
  for await (const buffer of read(content.fileId, range)) {
    missing -= buffer.length;
    yield buffer;
  }
  // Content-Length is already sent, and a wrong file size would shift all that follows.
  if (missing !== 0) throw new Error(`File ${content.fileId} gave ${-missing} bytes more than it has.`);
}

async function* combined(all: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const combinedBuffer = Buffer.allocUnsafeSlow(combinedBytes);
  let used = 0;
  let limit = firstBytes;
  for await (const buffer of all) {
    if (used + buffer.length > limit) {
      if (used > 0) yield combinedBuffer.subarray(0, used);
      used = 0;
      limit = combinedBuffer.length;
    }
    if (buffer.length > combinedBuffer.length) yield buffer;
    else used += buffer.copy(combinedBuffer, used);
  }
  if (used > 0) yield combinedBuffer.subarray(0, used);
}
