import {
  countRecords,
  formatHeader,
  headerBytes,
  recordBytes,
  recordsAt,
  sealedPosition,
  sealedSize,
} from './layout';
import { ChangedFileError, keepTags, type SealedTags } from './sealed-tags';
import { deriveKey, type SealedKind, type ShareKey } from './share-key';

/** Reads plain bytes from `start` up to `end`. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;

/** A file as the server gets it. The same slice always has the same bytes, so an upload can go on anywhere. */
export type SealedSource = {
  size: number;
  slice: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>;
};

type PlainFile = {
  kind: SealedKind;
  /** Random. */
  salt: Uint8Array<ArrayBuffer>;
  size: number;
  read: ReadBytes;
  /** Null where nothing is sealed twice, or nothing is sent. */
  tags: SealedTags | null;
};

/** Seals a file slice by slice: header, then records of AES-256-GCM. No slice has a record that `tags` has otherwise. */
export async function sealFile(
  shareKey: ShareKey,
  { kind, salt, size, read, tags }: PlainFile,
): Promise<SealedSource> {
  const key = await deriveKey(shareKey, kind, salt);
  const header = formatHeader(salt);
  const total = sealedSize(size);
  let kept: Promise<unknown> = Promise.resolve();
  const keep = (first: number, records: Uint8Array[]) => {
    const keeping = kept.then(() => tags && keepTags(tags, first, records)); // slices may overlap
    kept = keeping.catch(() => undefined);
    return keeping;
  };

  const sealRecord = async (index: number, plain: Uint8Array<ArrayBuffer>) => {
    const isLast = index === countRecords(size) - 1;
    const iv = recordNonce(index, isLast);
    return new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain));
  };

  const slice = async (from: number, to: number) => {
    const end = Math.min(to, total);
    const { first, end: last } = recordsAt(from, end);
    const start = first * recordBytes;
    const plain = await read(start, Math.min(size, last * recordBytes));
    if (plain.length !== Math.max(0, Math.min(size, last * recordBytes) - start))
      throw new ChangedFileError();
    const sealed = new Uint8Array(Math.max(0, end - from));
    const place = (bytes: Uint8Array, at: number) => {
      const cutFront = Math.max(0, from - at);
      const kept = bytes.subarray(cutFront, Math.max(cutFront, end - at));
      if (kept.length > 0) sealed.set(kept, at + cutFront - from);
    };
    if (from < headerBytes) place(header, 0);
    const records = await Promise.all(
      Array.from({ length: last - first }, (_, nth) =>
        sealRecord(first + nth, plain.subarray(nth * recordBytes, (nth + 1) * recordBytes)),
      ),
    );
    await keep(first, records);
    for (const [nth, record] of records.entries()) place(record, sealedPosition(first + nth));
    return sealed;
  };
  return { size: total, slice };
}

/** 96 bits: 56 zeros, the record's index as 32 bits, and 1 in the last byte of the last record. */
export function recordNonce(index: number, isLast: boolean): Uint8Array<ArrayBuffer> {
  const nonce = new Uint8Array(12);
  const view = new DataView(nonce.buffer);
  view.setUint32(7, index);
  view.setUint8(11, isLast ? 1 : 0);
  return nonce;
}

/** Seals what fits in memory. */
export async function sealBytes(
  shareKey: ShareKey,
  { kind, salt, bytes }: { kind: SealedKind; salt: Uint8Array<ArrayBuffer>; bytes: Uint8Array<ArrayBuffer> },
): Promise<Uint8Array<ArrayBuffer>> {
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  const source = await sealFile(shareKey, { kind, salt, size: bytes.length, read, tags: null });
  return source.slice(0, source.size);
}
