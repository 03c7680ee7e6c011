import 'server-only';
import type { ByteRange, Storage } from '@/lib/server/storage/port';
import { type Segment, segments, type ZipLayout } from './layout';

/** Headers and small files are gathered into buffers of this size, so that each write to a socket is worth it. */
const gatherBytes = 64 * 1024;
/** Less at first, so that the client soon gets something; but not before a file could be read. */
const firstBytes = 4 * 1024;

/**
 * The bytes of a range of an archive, read from the storage as they go out. A buffer is only valid until the next is
 * asked for. Ends with an error, never early, when a file's bytes are missing.
 */
export function zipBytes(layout: ZipLayout, range: ByteRange, read: Storage['read']): AsyncGenerator<Buffer> {
  return gathered(buffers(layout, range, read));
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
  // The archive's length is promised: one byte more or less would shift all that follows.
  if (missing !== 0) throw new Error(`File ${content.fileId} gave ${-missing} bytes more than it has.`);
}

async function* gathered(all: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const box = Buffer.allocUnsafeSlow(gatherBytes);
  let used = 0;
  let limit = firstBytes;
  for await (const buffer of all) {
    if (used + buffer.length > limit) {
      if (used > 0) yield box.subarray(0, used);
      used = 0;
      limit = box.length;
    }
    if (buffer.length > box.length) yield buffer;
    else used += buffer.copy(box, used);
  }
  if (used > 0) yield box.subarray(0, used);
}
