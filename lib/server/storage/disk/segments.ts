import 'server-only';
import { constants } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { readRange } from './read-range';

/**
 * An incoming file that was taken over from a writer that may still be writing goes on in a file of its own, a segment,
 * named by its generation and by the offset at which it begins. The old writer has the old file open and may write to
 * it for as long as it likes: what counts of that file ends where the next segment begins. When all bytes are there
 * they are copied into a file that nobody ever had open.
 */
type Segment = { file: string; generation: bigint; start: number };

export const segmentsFolder = (incoming: string): string => `${incoming}+`;

/** The segment of a generation, made at `offset` when it is not there yet. */
export async function openSegment(
  incoming: string,
  offset: number,
  generation: bigint,
): Promise<{ file: FileHandle; start: number }> {
  const folder = segmentsFolder(incoming);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const own = (await segmentsOf(incoming)).filter((segment) => segment.generation === generation);
  // One that begins behind the offset is of a time that was undone, by a restore or by changing the storage. Segments of
  // later generations are left alone: this one may be opened by an old writer, and they may be what counts.
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

/** Sorted by generation and so by start, too: each begins where those before it had got to. */
async function segmentsOf(incoming: string): Promise<Segment[]> {
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
 * Copies what counts of each segment into one file, which appears when it is complete.
 * @returns its name; nothing is there when somebody else has made the file final already
 */
export async function joinSegments(incoming: string, sizeBytes: number, generation: bigint): Promise<string> {
  const whole = path.join(segmentsFolder(incoming), 'whole');
  if (await exists(whole)) return whole;
  // The last byte was acknowledged in this generation, so a later one can only be of a time that was undone.
  const later = (await segmentsOf(incoming)).filter((segment) => segment.generation <= generation);
  // Sources are removed from the newest on: while it is there, all of them are.
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
 * Removes what the whole was made of, before that becomes final: an old writer that wakes up now and believes that all
 * bytes are its own finds nothing that it could put into the whole's place.
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
