import 'server-only';

/** `name` is already safe and unique: see entry-names.ts. */
export type ZipEntry = {
  fileId: string;
  name: string;
  sizeBytes: number;
  crc32: number;
  modifiedAtMs: number;
};

/** `at` is the offset of the entry's local header. */
export type PlacedEntry = ZipEntry & { at: number };

/** Fields with this value refer to the zip64 record. */
const max32 = 0xffffffff;
const max16 = 0xffff;

const versionPlain = 20;
const versionZip64 = 45;
/** Unix, so that the file mode counts. */
const madeBy = (3 << 8) | 30;
const regularFile = 0o100644 << 16;
const namesAreUtf8 = 1 << 11;

export const localHeaderBytes = (entry: ZipEntry): number =>
  30 + Buffer.byteLength(entry.name) + timeExtraBytes + (entry.sizeBytes >= max32 ? zip64ExtraBytes(2) : 0);

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

/** Writes the fields that both headers share: flags, method (stored), time, checksum, sizes, lengths. */
function writeShared(
  target: Buffer,
  entry: ZipEntry,
  { name, extra, isLarge }: { name: Buffer; extra: Buffer; isLarge: boolean },
): void {
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

/** Compressed and uncompressed size, which are the same. */
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

/** "Extended timestamp" in seconds since 1970, because the format's own time has no time zone. */
function timeExtra(modifiedAtMs: number): Buffer {
  const extra = Buffer.alloc(timeExtraBytes);
  extra.writeUInt16LE(0x5455, 0);
  extra.writeUInt16LE(timeExtraBytes - 4, 2);
  extra.writeUInt8(1, 4); // modification time only
  extra.writeInt32LE(Math.min(Math.max(Math.floor(modifiedAtMs / 1000), 0), lastUnixSecond), 5);
  return extra;
}

export type Directory = { count: number; at: number; sizeBytes: number };

const isLargeDirectory = ({ count, at, sizeBytes }: Directory) =>
  count >= max16 || at >= max32 || sizeBytes >= max32;

export const endRecordsBytes = (directory: Directory): number => (isLargeDirectory(directory) ? 98 : 22);

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

/** UTC in steps of two seconds, clamped to the years that the format supports. */
function dosTime(moment: Date): { time: number; date: number } {
  const year = moment.getUTCFullYear();
  if (year < firstDosYear) return dosTime(new Date(Date.UTC(firstDosYear, 0, 1)));
  if (year > lastDosYear) return dosTime(new Date(Date.UTC(lastDosYear, 11, 31, 23, 59, 58)));
  return {
    time: (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    date: ((year - firstDosYear) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  };
}
