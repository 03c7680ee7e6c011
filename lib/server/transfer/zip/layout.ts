import 'server-only';
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
