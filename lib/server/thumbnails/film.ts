import 'server-only';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '@/lib/server/context';
import { type Bounds, runBounded } from './bounded-process';

/** Debian's. */
const program = '/usr/bin/ffmpeg';

const bounds: Bounds = { memoryBytes: 512 * 1024 ** 2, mostBytes: 32 * 1024 ** 2 };

type Film = { id: string; sizeBytes: number };

export const hasFilmDecoder = (): Promise<boolean> =>
  access(program, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * A picture of a film, one second after its start or, of a shorter one, its first; null where there is none. By its
 * first bytes we say of which kind the film is: lists of other places, which ffmpeg would follow, are of none.
 */
export async function frameOf(ctx: Context, film: Film): Promise<Buffer | 'unable' | 'brokenOff' | null> {
  const place = await placeOf(ctx, film);
  if (!place || !(await hasFilmDecoder())) return 'unable';
  const format = formatOf(await beginningOf(ctx, film));
  if (!format) return null;
  for (const start of ['1', '0']) {
    const { output, isBrokenOff } = await runBounded(program, argumentsFor(place, format, start), bounds);
    if (isBrokenOff) return 'brokenOff';
    if (output.length > 0) return output;
  }
  return null;
}

type Place = { address: string; protocols: string };

function argumentsFor({ address, protocols }: Place, format: string, start: string): string[] {
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'quiet', '-threads', '1'];
  const input = ['-protocol_whitelist', protocols, '-ss', start, '-f', format, '-i', address];
  const size = `scale='min(1600,iw)':'min(1600,ih)':force_original_aspect_ratio=decrease`;
  const output = [
    '-map',
    '0:v:0',
    '-frames:v',
    '1',
    '-vf',
    size,
    '-c:v',
    'png',
    '-f',
    'image2pipe',
    'pipe:1',
  ];
  return [...quiet, ...input, ...output];
}

/** ffmpeg jumps to and fro in a film, which may be large: it reads where it is kept. */
async function placeOf({ config, storage }: Context, { id }: Film): Promise<Place | null> {
  if (storage.pathOf) {
    const file = path.resolve(config.DATA_DIR, await storage.pathOf(id));
    return { address: `file:${file}`, protocols: 'file' };
  }
  const presented = { type: 'application/octet-stream', disposition: 'attachment' };
  const address = await storage.link?.(id, presented);
  return address ? { address, protocols: 'https,tls,http,tcp' } : null;
}

async function beginningOf({ storage }: Context, { id, sizeBytes }: Film): Promise<Buffer> {
  const parts: Buffer[] = [];
  const range = { start: 0, end: Math.min(sizeBytes, 12) - 1 };
  for await (const part of storage.read(id, range)) parts.push(Buffer.from(part)); // it is only lent
  return Buffer.concat(parts);
}

function formatOf(beginning: Buffer): string | null {
  if (beginning.toString('latin1', 4, 8) === 'ftyp') return 'mov';
  return beginning.toString('hex', 0, 4) === '1a45dfa3' ? 'matroska' : null;
}
