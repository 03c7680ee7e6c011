import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Failure } from '@/lib/cli/failure';

/** Of a release. `sums`: SHA-256 by path, without the first slash. */
export type ServedList = {
  version: string;
  commit: string;
  sha256: string;
  sums: ReadonlyMap<string, string>;
};

const listName = '/public/served.sha256';
const largestListBytes = 4_000_000;

/** @throws Failure for another text */
export function parseServedList(text: string): ServedList {
  const [head = '', ...lines] = text.split('\n');
  const [, version, commit] = /^# slipway (\S+) (\S+)$/.exec(head) ?? [];
  const entries = lines.filter(Boolean).map((line) => /^([0-9a-f]{64}) {2}(\S.*)$/.exec(line));
  if (!version || !commit || entries.length === 0 || entries.includes(null))
    throw new Failure('This is no list of what a release serves.', 'usage');
  const sums = new Map(entries.map((entry) => [entry?.[2] ?? '', entry?.[1] ?? '']));
  return { version, commit, sums, sha256: createHash('sha256').update(text).digest('hex') };
}

/** @param file the list itself, or the archive of a release. @throws Failure */
export async function readServedList(file: string): Promise<ServedList> {
  const start = Buffer.alloc(2);
  const opened = await fs.promises.open(file);
  await opened.read(start).finally(() => opened.close());
  const isArchive = start[0] === 0x1f && start[1] === 0x8b;
  if (isArchive) return parseServedList(await readFromArchive(file));
  if (fs.statSync(file).size > largestListBytes)
    throw new Failure(`${file} is too long for a list.`, 'usage');
  return parseServedList(fs.readFileSync(file, 'utf8'));
}

const block = 512;

/** Reads a tar archive (POSIX.1 ustar) up to the list. */
async function readFromArchive(file: string): Promise<string> {
  const place: Place = { held: Buffer.alloc(0), skipped: 0, wanted: null };
  for await (const chunk of fs.createReadStream(file).pipe(createGunzip())) {
    place.held = Buffer.concat([place.held, chunk as Buffer]);
    const list = goOn(place);
    if (list !== null) return list;
  }
  throw new Failure(`${file} has no list of what it serves.`, 'usage');
}

/** `wanted`: bytes of the list, once it was found. */
type Place = { held: Buffer; skipped: number; wanted: number | null };

/** Each entry is a block of name and size, then whole blocks of content. Null: more is needed. */
function goOn(place: Place): string | null {
  for (;;) {
    const passed = Math.min(place.skipped, place.held.length);
    place.skipped -= passed;
    place.held = place.held.subarray(passed);
    if (place.held.length < (place.wanted ?? block)) return null;
    if (place.wanted !== null) return place.held.toString('utf8', 0, place.wanted);
    const { name, size } = readHeader(place.held);
    if (name.endsWith(listName) && size <= largestListBytes) place.wanted = size;
    else place.skipped = Math.ceil(size / block) * block;
    place.held = place.held.subarray(block);
  }
}

function readHeader(bytes: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to).replace(/\0.*$/s, '');
  return { name: text(0, 100), size: Number.parseInt(text(124, 136), 8) || 0 };
}
