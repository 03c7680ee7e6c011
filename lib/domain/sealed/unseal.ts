import {
  countRecords,
  headerBytes,
  parseHeader,
  plainSize,
  recordBytes,
  recordsOf,
  sealedRecordBytes,
  tagBytes,
} from './layout';
import { recordNonce } from './seal';
import { deriveKey, type SealedKind, type ShareKey } from './share-key';

/** Thrown for bytes that aren't what was sealed: another key, a record changed, moved, dropped or cut. */
export class UnsealError extends Error {
  readonly reason: 'notSealed' | 'damaged';

  constructor(reason: UnsealError['reason']) {
    super(
      reason === 'damaged'
        ? 'sealed bytes were changed, or the key is another'
        : 'these bytes are not sealed',
    );
    this.name = 'UnsealError';
    this.reason = reason;
  }
}

export type FileOpener = {
  /** Size of the plain file. */
  size: number;
  /** Opens whole records that follow each other; the first has this index. @throws {UnsealError} */
  openRecords: (first: number, sealed: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>[]>;
};

/** Opens a record by its nonce. Throws when the tag behind it is wrong. */
type OpenRecord = (
  nonce: Uint8Array<ArrayBuffer>,
  record: Uint8Array<ArrayBuffer>,
) => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
/** AES-256-GCM with a file's own key. */
export type Cipher = (
  shareKey: ShareKey,
  kind: SealedKind,
  salt: Uint8Array<ArrayBuffer>,
) => Promise<OpenRecord>;

const webCipher: Cipher = async (shareKey, kind, salt) => {
  const key = await deriveKey(shareKey, kind, salt);
  return async (iv, record) =>
    new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, record));
};

/**
 * Reads the header of a sealed file.
 * @param expected its `salt` tells a swapped file; null where none is known
 * @throws {UnsealError}
 */
export async function openSealed(
  shareKey: ShareKey,
  header: Uint8Array,
  expected: { kind: SealedKind; sealedBytes: number; salt: Uint8Array | null },
  cipher: Cipher = webCipher,
): Promise<FileOpener> {
  const salt = parseHeader(header);
  const size = plainSize(expected.sealedBytes);
  if (!salt || size === null) throw new UnsealError('notSealed');
  if (expected.salt?.some((byte, at) => salt[at] !== byte)) throw new UnsealError('damaged');
  const open = await cipher(shareKey, expected.kind, salt);
  const count = countRecords(size);

  const openRecord = async (index: number, record: Uint8Array<ArrayBuffer>) => {
    const isLast = index === count - 1;
    const plainBytes = isLast ? size - index * recordBytes : recordBytes;
    if (index >= count || record.length !== plainBytes + tagBytes) throw new UnsealError('damaged');
    try {
      return await open(recordNonce(index, isLast), record);
    } catch {
      throw new UnsealError('damaged');
    }
  };
  const openRecords = (first: number, sealed: Uint8Array<ArrayBuffer>) => {
    const records = Math.max(1, Math.ceil(sealed.length / sealedRecordBytes));
    return Promise.all(
      Array.from({ length: records }, (_, nth) =>
        openRecord(first + nth, sealed.subarray(nth * sealedRecordBytes, (nth + 1) * sealedRecordBytes)),
      ),
    );
  };
  return { size, openRecords };
}

/** Records opened at once: enough to keep the processor busy, few enough for a phone. */
const recordsAtOnce = 16;

/**
 * Opens sealed records, and the next ones while these are taken.
 * @throws {UnsealError} at a wrong record, and when the bytes end before the last one or go on behind it
 */
export async function* unsealChunks(
  opener: FileOpener,
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  range: { first: number; end: number } = { first: 0, end: countRecords(opener.size) },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const bytes = recordsOf(range.first * recordBytes, range.end * recordBytes, opener.size);
  let next = range.first;
  let opening: Promise<Uint8Array<ArrayBuffer>[]> | undefined;
  for await (const group of groupRecords(chunks, bytes.sealedEnd - bytes.sealedStart)) {
    const ahead = opener.openRecords(next, group);
    ahead.catch(() => undefined); // thrown in its turn
    if (opening) yield* await opening;
    opening = ahead;
    next += Math.ceil(group.length / sealedRecordBytes);
  }
  if (opening) yield* await opening;
}

/**
 * Groups of whole records: a single one at first, so that a slow line shows something soon. All are in the same memory,
 * which is enough, as WebCrypto begins with a copy.
 */
async function* groupRecords(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  total: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const memory = new Uint8Array(Math.min(total, recordsAtOnce * sealedRecordBytes));
  let left = total;
  let wanted = Math.min(left, sealedRecordBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (left === 0) throw new UnsealError('damaged');
      const part = chunk.subarray(at, at + wanted - filled);
      memory.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < wanted) continue;
      yield memory.subarray(0, filled);
      left -= filled;
      wanted = Math.min(left, 2 * filled, memory.length);
      filled = 0;
    }
  }
  if (left > 0) throw new UnsealError('damaged');
}

function joinBytes(parts: Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  if (parts.length === 1 && first) return first;
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Opens what fits in memory. @throws {UnsealError} */
export async function unsealBytes(
  shareKey: ShareKey,
  kind: SealedKind,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const opener = await openSealed(shareKey, sealed.subarray(0, headerBytes), {
    kind,
    sealedBytes: sealed.length,
    salt: null,
  });
  const plain = joinBytes(await opener.openRecords(0, sealed.subarray(headerBytes)));
  if (plain.length !== opener.size) throw new UnsealError('damaged');
  return plain;
}
