import 'server-only';

/** One file of an archive. `name` is final: see entry-names.ts. */
export type ZipEntry = {
  fileId: string;
  name: string;
  sizeBytes: number;
  crc32: number;
  modifiedAtMs: number;
};

/** An entry with its place: where its own header begins. */
export type PlacedEntry = ZipEntry & { at: number };

/** Numbers from here on don't fit into 32 bits; the field is then all ones and the number is in "zip64". */
const max32 = 0xffffffff;
const max16 = 0xffff;

const versionPlain = 20;
const versionZip64 = 45;
/** Made on Unix, so that the mode below counts. */
const madeBy = (3 << 8) | 30;
const regularFile = 0o100644 << 16;
const namesAreUtf8 = 1 << 11;

export const localHeaderBytes = (entry: ZipEntry): number =>
  30 + Buffer.byteLength(entry.name) + timeExtraBytes + (entry.sizeBytes >= max32 ? zip64ExtraBytes(2) : 0);

/** Stands before the bytes of each file. */
export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  const large = largeSizesOf(entry);
  const extra = Buffer.concat([zip64Extra(large), timeExtra(entry.modifiedAtMs)]);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(large.length > 0 ? versionZip64 : versionPlain, 4);
  writeShared(header.subarray(6), entry, { name, extra, isLarge: large.length > 0 });
  return Buffer.concat([header, name, extra]);
}

export const directoryRecordBytes = (entry: PlacedEntry): number =>
  46 + Buffer.byteLength(entry.name) + timeExtraBytes + (isFarOrLarge(entry) ? zip64ExtraBytes(3) : 0);

/** Stands in the central directory, behind all files, once for each of them. */
export function directoryRecord(entry: PlacedEntry): Buffer {
  const name = Buffer.from(entry.name);
  const large = largeNumbersOf(entry);
  const extra = Buffer.concat([zip64Extra(large), timeExtra(entry.modifiedAtMs)]);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(madeBy, 4);
  record.writeUInt16LE(large.length > 0 ? versionZip64 : versionPlain, 6);
  writeShared(record.subarray(8), entry, { name, extra, isLarge: large.length > 0 });
  record.writeUInt32LE(regularFile >>> 0, 38);
  record.writeUInt32LE(large.length > 0 ? max32 : entry.at, 42);
  return Buffer.concat([record, name, extra]);
}

type Tail = { name: Buffer; extra: Buffer; isLarge: boolean };

/** The fields that both headers have, in the same order: flags, method (stored), time, checksum, sizes, lengths. */
function writeShared(target: Buffer, entry: ZipEntry, { name, extra, isLarge }: Tail): void {
  const { time, date } = dosTime(new Date(entry.modifiedAtMs));
  const size = isLarge ? max32 : entry.sizeBytes;
  target.writeUInt16LE(namesAreUtf8, 0);
  target.writeUInt16LE(time, 4);
  target.writeUInt16LE(date, 6);
  target.writeUInt32LE(entry.crc32, 8);
  target.writeUInt32LE(size, 12);
  target.writeUInt32LE(size, 16);
  target.writeUInt16LE(name.length, 20);
  target.writeUInt16LE(extra.length, 22);
}

/** Packed and unpacked size, which are the same. */
const largeSizesOf = ({ sizeBytes }: ZipEntry): number[] =>
  sizeBytes >= max32 ? [sizeBytes, sizeBytes] : [];

/** All three or none: Info-ZIP's unzip misreads a record that holds one of them alone, see zip64.test.ts. */
const largeNumbersOf = (entry: PlacedEntry): number[] =>
  isFarOrLarge(entry) ? [entry.sizeBytes, entry.sizeBytes, entry.at] : [];

const isFarOrLarge = ({ sizeBytes, at }: PlacedEntry) => sizeBytes >= max32 || at >= max32;

const zip64ExtraBytes = (numbers: number) => (numbers === 0 ? 0 : 4 + 8 * numbers);

function zip64Extra(numbers: number[]): Buffer {
  const extra = Buffer.alloc(zip64ExtraBytes(numbers.length));
  if (numbers.length === 0) return extra;
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * numbers.length, 2);
  for (const [n, value] of numbers.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * n);
  return extra;
}

const timeExtraBytes = 9;
const lastUnixSecond = 0x7fffffff;

/**
 * "Extended timestamp": seconds since 1970, the same instant in every zone. Readers take the field beside it, which has
 * no zone, for their own one's.
 */
function timeExtra(modifiedAtMs: number): Buffer {
  const extra = Buffer.alloc(timeExtraBytes);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(timeExtraBytes - 4, 2);
  extra.writeUInt8(1, 4); // the time of change, and no other
  extra.writeInt32LE(Math.min(Math.max(Math.floor(modifiedAtMs / 1000), 0), lastUnixSecond), 5);
  return extra;
}

export type Directory = { count: number; at: number; sizeBytes: number };

const isLargeDirectory = ({ count, at, sizeBytes }: Directory) =>
  count >= max16 || at >= max32 || sizeBytes >= max32;

export const endRecordsBytes = (directory: Directory): number => (isLargeDirectory(directory) ? 98 : 22);

/** The last bytes of an archive, where readers begin: where its directory is. */
export function endRecords(directory: Directory): Buffer {
  const { count, at, sizeBytes } = directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, max16), 8);
  end.writeUInt16LE(Math.min(count, max16), 10);
  end.writeUInt32LE(Math.min(sizeBytes, max32), 12);
  end.writeUInt32LE(Math.min(at, max32), 16);
  return isLargeDirectory(directory) ? Buffer.concat([zip64End(directory), end]) : end;
}

function zip64End({ count, at, sizeBytes }: Directory): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4); // bytes that follow in this record
  end.writeUInt16LE(madeBy, 12);
  end.writeUInt16LE(versionZip64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(sizeBytes), 40);
  end.writeBigUInt64LE(BigInt(at), 48);
  end.writeUInt32LE(0x07064b50, 56); // the locator: where the record above begins
  end.writeBigUInt64LE(BigInt(at + sizeBytes), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

const firstDosYear = 1980;
const lastDosYear = 2107;

/** UTC in steps of two seconds, within the years that the format knows. */
function dosTime(moment: Date): { time: number; date: number } {
  const year = moment.getUTCFullYear();
  if (year < firstDosYear) return dosTime(new Date(Date.UTC(firstDosYear, 0, 1)));
  if (year > lastDosYear) return dosTime(new Date(Date.UTC(lastDosYear, 11, 31, 23, 59, 58)));
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date: ((year - firstDosYear) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}
