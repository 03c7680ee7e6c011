import 'server-only';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '@/lib/server/context';
import { diskFolders } from '@/lib/server/storage/disk/folders';
import { type ProcessLimits, runBounded } from './bounded-process';

const program = '/usr/bin/ffmpeg';

const limits: ProcessLimits = { memoryBytes: 512 * 1024 ** 2, maxOutputBytes: 32 * 1024 ** 2 };

type Film = { id: string; sizeBytes: number };

export const hasFilmDecoder = (): Promise<boolean> =>
  access(program, constants.X_OK).then(
    () => true,
    () => false,
  );

/**
 * Returns a frame at one second, or the first one. Derives the format from the first bytes, so that ffmpeg never
 * follows playlists to other addresses.
 */
export async function frameOf(ctx: Context, film: Film): Promise<Buffer | 'unable' | 'brokenOff' | null> {
  const input = await inputOf(ctx, film);
  if (!input || !(await hasFilmDecoder())) return 'unable';
  const format = formatOf(await beginningOf(ctx, film));
  if (!format) return null;
  for (const start of ['1', '0']) {
    const { output, isBrokenOff } = await runBounded(program, argumentsFor(input, format, start), limits);
    if (isBrokenOff) return 'brokenOff';
    if (output.length > 0) return output;
  }
  return null;
}

type FilmInput = { address: string; protocols: string };

function argumentsFor({ address, protocols }: FilmInput, format: string, start: string): string[] {
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

/** Gives ffmpeg the file itself, because it seeks in films that may be large. */
async function inputOf({ config, storage }: Context, { id }: Film): Promise<FilmInput | null> {
  if (storage.pathOf) {
    const file = path.resolve(diskFolders(config).root, await storage.pathOf(id));
    return { address: `file:${file}`, protocols: 'file' };
  }
  const presented = { type: 'application/octet-stream', disposition: 'attachment' };
  const address = await storage.link?.(id, presented);
  return address ? { address, protocols: 'https,tls,http,tcp' } : null;
}

async function beginningOf({ storage }: Context, { id, sizeBytes }: Film): Promise<Buffer> {
  const parts: Buffer[] = [];
  const range = { start: 0, end: Math.min(sizeBytes, 12) - 1 };
  for await (const part of storage.read(id, range)) parts.push(Buffer.from(part)); // the buffer is reused
  return Buffer.concat(parts);
}

function formatOf(beginning: Buffer): string | null {
  if (beginning.toString('latin1', 4, 8) === 'ftyp') return 'mov';
  return beginning.toString('hex', 0, 4) === '1a45dfa3' ? 'matroska' : null;
}
