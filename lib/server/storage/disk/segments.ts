import 'server-only';
import { constants } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './folders';
import { readRange } from './read-file';

/**
 * The file of a node that took over an incoming upload, because the old writer may still write. Bytes count up to the
 * start of the next segment. In the end all are copied into a new file.
 */
type DiskSegment = { file: string; generation: bigint; start: number };

export const segmentsFolder = (incoming: string): string => `${incoming}+`;

export async function openSegment(
  incoming: string,
  offset: number,
  generation: bigint,
): Promise<{ file: FileHandle; start: number }> {
  const folder = segmentsFolder(incoming);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const own = (await segmentsOf(incoming)).filter((segment) => segment.generation === generation);
  // One that starts behind the offset was undone, by a restore or by changing the storage. Segments of later
  // generations stay: an old writer may be opening this one, and theirs may be what counts.
  for (const { file, start } of own) if (start > offset) await fs.rm(file, { force: true });
  const known = own.find(({ start }) => start <= offset);
  const start = known?.start ?? offset;
  const name = known?.file ?? path.join(folder, `${generation}-${offset}`);
  const file = await fs.open(name, constants.O_CREAT | constants.O_RDWR, 0o600);
  const { size } = await file.stat();
  if (start + size >= offset) return { file, start };
  await file.close();
  throw Object.assign(new Error(`${name} ends at ${start + size}, ${offset} were acknowledged`), {
    syscall: 'open',
  });
}

async function segmentsOf(incoming: string): Promise<DiskSegment[]> {
  const folder = segmentsFolder(incoming);
  const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const [, generation, start] = /^(\d+)-(\d+)$/.exec(name) ?? [];
      if (generation === undefined || start === undefined) return [];
      return [{ file: path.join(folder, name), generation: BigInt(generation), start: Number(start) }];
    })
    .sort((a, b) => (a.generation < b.generation ? -1 : 1));
}

/**
 * Copies the valid bytes of all segments into one file, which appears when it is complete.
 * @returns its name; the file is missing when another node has already made it final
 */
export async function joinSegments(incoming: string, sizeBytes: number, generation: bigint): Promise<string> {
  const whole = path.join(segmentsFolder(incoming), 'whole');
  if (await exists(whole)) return whole;
  // The last byte was acknowledged in this generation, so later ones were undone.
  const later = (await segmentsOf(incoming)).filter((segment) => segment.generation <= generation);
  // Sources are removed from the newest on: while it exists, all exist.
  if (!later.some((segment) => segment.generation === generation)) return whole;
  const segments = [{ file: incoming, start: 0 }, ...later];
  const draft = `${whole}.${process.pid}.${Date.now()}`;
  const target = await fs.open(draft, 'wx', 0o600);
  try {
    for (const [n, { file, start }] of segments.entries()) {
      const end = Math.min(segments[n + 1]?.start ?? sizeBytes, sizeBytes);
      if (start < end) await copy(file, target, { start, end });
    }
    await target.datasync();
  } finally {
    await target.close();
  }
  await fs.rename(draft, whole);
  await syncFolder(path.dirname(whole)); // its sources go next
  return whole;
}

async function copy(from: string, target: FileHandle, { start, end }: { start: number; end: number }) {
  const source = await fs.open(from, 'r');
  try {
    let position = start;
    for await (const part of readRange(source, { start: 0, end: end - start - 1 })) {
      for (let done = 0; done < part.length; ) {
        const { bytesWritten } = await target.write(part, done, part.length - done, position);
        done += bytesWritten;
        position += bytesWritten;
      }
    }
  } finally {
    await source.close();
  }
}

/**
 * Removes the sources before the joined file becomes final, so that an old writer that wakes up can't rename its own
 * over it.
 */
export async function removeSources(incoming: string): Promise<void> {
  const segments = await segmentsOf(incoming);
  for (const { file } of segments.reverse()) await fs.rm(file, { force: true });
  await fs.rm(incoming, { force: true });
}

const exists = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  );
