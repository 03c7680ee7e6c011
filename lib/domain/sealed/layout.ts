/** Plain bytes in a record; the last record of a file has 0 to this many. */
export const recordBytes = 64 * 1024;
export const tagBytes = 16;
export const saltBytes = 16;
export const headerBytes = 32;

export const sealedRecordBytes = recordBytes + tagBytes;

/** "SLIPSEAL", version 1, three zeros, the record size as 4 bytes. The salt follows. */
const headerStart = Uint8Array.of(0x53, 0x4c, 0x49, 0x50, 0x53, 0x45, 0x41, 0x4c, 1, 0, 0, 0, 0, 1, 0, 0);

export function formatHeader(salt: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(headerBytes);
  header.set(headerStart);
  header.set(salt, headerStart.length);
  return header;
}

/** Returns the salt, or null for bytes that don't begin a sealed file of version 1. */
export function parseHeader(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (bytes.length < headerBytes || headerStart.some((byte, at) => bytes[at] !== byte)) return null;
  return bytes.slice(headerStart.length, headerBytes);
}

export const countRecords = (plainBytes: number): number => Math.max(1, Math.ceil(plainBytes / recordBytes));

/** Size of a file once it is sealed. */
export const sealedSize = (plainBytes: number): number =>
  headerBytes + plainBytes + countRecords(plainBytes) * tagBytes;

/** Size of the file within a sealed one; null for a size that no sealed file has. */
export function plainSize(sealedBytes: number): number | null {
  const body = sealedBytes - headerBytes;
  const records = Math.ceil(body / sealedRecordBytes);
  const size = body - records * tagBytes;
  return records >= 1 && size >= 0 && sealedSize(size) === sealedBytes ? size : null;
}

/** The records that hold plain bytes from `start` up to `end`, and where they are in the sealed file. */
export type RecordRange = { first: number; end: number; sealedStart: number; sealedEnd: number };

export function recordsOf(start: number, end: number, plainBytes: number): RecordRange {
  const first = Math.floor(start / recordBytes);
  const last = Math.min(countRecords(plainBytes), Math.max(first + 1, Math.ceil(end / recordBytes)));
  return {
    first,
    end: last,
    sealedStart: sealedPosition(first),
    sealedEnd: Math.min(sealedPosition(last), sealedSize(plainBytes)),
  };
}

export const sealedPosition = (record: number): number => headerBytes + record * sealedRecordBytes;

/** The records whose sealed bytes overlap those from `start` up to `end`. */
export function recordsAt(start: number, end: number): { first: number; end: number } {
  const at = (position: number) => Math.max(0, position - headerBytes) / sealedRecordBytes;
  return { first: Math.floor(at(start)), end: Math.ceil(at(end)) };
}

export const newSalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(saltBytes));

/** A salt in hex, as in names and manifests. */
export const saltText = (salt: Uint8Array): string =>
  Array.from(salt, (byte) => byte.toString(16).padStart(2, '0')).join('');

export const readSalt = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The name that the server has for a sealed file. */
export const sealedName = (salt: Uint8Array): string => `${saltText(salt)}.sealed`;

const namePattern = /^[0-9a-f]{32}\.sealed$/;
export const isSealedName = (name: string): boolean => namePattern.test(name);
