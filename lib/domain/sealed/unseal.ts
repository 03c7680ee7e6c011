import { countRecords, headerBytes, parseHeader, plainSize, recordBytes, tagBytes } from './layout';
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
  /** Opens whole records, in order, the first of which has this index. @throws {UnsealError} */
  openRecords: (first: number, sealed: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>[]>;
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
): Promise<FileOpener> {
  const salt = parseHeader(header);
  const size = plainSize(expected.sealedBytes);
  if (!salt || size === null) throw new UnsealError('notSealed');
  if (expected.salt?.some((byte, at) => salt[at] !== byte)) throw new UnsealError('damaged');
  const key = await deriveKey(shareKey, expected.kind, salt);
  const count = countRecords(size);

  const openRecord = async (index: number, record: Uint8Array<ArrayBuffer>) => {
    const isLast = index === count - 1;
    const plainBytes = isLast ? size - index * recordBytes : recordBytes;
    if (index >= count || record.length !== plainBytes + tagBytes) throw new UnsealError('damaged');
    const iv = recordNonce(index, isLast);
    try {
      return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, record));
    } catch {
      throw new UnsealError('damaged');
    }
  };
  const openRecords = (first: number, sealed: Uint8Array<ArrayBuffer>) => {
    const whole = recordBytes + tagBytes;
    const records = Math.max(1, Math.ceil(sealed.length / whole));
    return Promise.all(
      Array.from({ length: records }, (_, nth) =>
        openRecord(first + nth, sealed.subarray(nth * whole, (nth + 1) * whole)),
      ),
    );
  };
  return { size, openRecords };
}

/** Records opened at once: enough to keep the processor busy, few enough for a phone. */
const recordsAtOnce = 16;

/** Opens a stream of sealed records. It fails at a wrong record, and when the stream ends before the last one. */
export function unsealStream(
  opener: FileOpener,
  range: { first: number; end: number } = { first: 0, end: countRecords(opener.size) },
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const whole = recordBytes + tagBytes;
  let next = range.first;
  let held: Uint8Array<ArrayBuffer>[] = [];
  let heldBytes = 0;

  const open = async (
    sealed: Uint8Array<ArrayBuffer>,
    out: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>,
  ) => {
    for (const plain of await opener.openRecords(next, sealed)) {
      next++;
      if (plain.length > 0) out.enqueue(plain);
    }
  };
  return new TransformStream({
    async transform(chunk, out) {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes < whole * recordsAtOnce) return;
      const joined = joinBytes(held, heldBytes);
      // The last record may be as long as the others, so it waits for the end.
      const usable = (Math.ceil(joined.length / whole) - 1) * whole;
      held = [joined.slice(usable)];
      heldBytes = joined.length - usable;
      await open(joined.subarray(0, usable), out);
    },
    async flush(out) {
      if (next < range.end || heldBytes > 0) await open(joinBytes(held, heldBytes), out);
      if (next !== range.end) throw new UnsealError('damaged');
    },
  });
}

function joinBytes(parts: Uint8Array<ArrayBuffer>[], total: number): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  if (parts.length === 1 && first) return first;
  const joined = new Uint8Array(total);
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
  const records = await opener.openRecords(0, sealed.subarray(headerBytes));
  const total = records.reduce((sum, { length }) => sum + length, 0);
  if (total !== opener.size) throw new UnsealError('damaged');
  return joinBytes(records, total);
}
