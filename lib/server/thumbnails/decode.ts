import 'server-only';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { config } from '@/lib/server/config';
import { exitOf, killAfterTimeout, outputOf, startBounded } from './bounded-process';

const worker = 'lib/server/thumbnails/thumbnail-worker.mjs';
/** The worker ends itself at 512 MB of resident memory; it reserves more. */
const memoryBytes = 768 * 1024 ** 2;

const maxOutputBytes = 4 * 1024 ** 2;
const exits = { undecodable: 2, unable: 3 };

/**
 * Two WebP pictures, or a reason: not a supported picture, decoder killed or crashed, or no decoder on this machine.
 */
export type DecodeResult = ThumbnailPair | 'undecodable' | 'brokenOff' | 'unable';
export type ThumbnailPair = { small: Buffer; large: Buffer };
type Picture = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Decodes a picture in a process of its own with limited time and memory.
 * @throws errors of reading the picture
 */
export async function decode(picture: Picture): Promise<DecodeResult> {
  const output = await outputOfWorker([], picture);
  return Buffer.isBuffer(output) ? (picturesIn(output) ?? 'brokenOff') : output;
}

/** Returns a square WebP of 256 pixels from a PNG, JPEG or WebP; null for anything else. */
export async function drawPortrait(picture: Picture): Promise<Buffer | null> {
  const output = await outputOfWorker(['portrait'], picture);
  return Buffer.isBuffer(output) && isWebp(output) ? output : null;
}

/**
 * Returns a photo cut to 540 × 360 as JPEG; a logo of at most 400 × 72 or a sender's face of 80 × 80 as PNG; null if
 * it can't be read.
 */
export async function drawForMail(
  purpose: 'photo' | 'logo' | 'face',
  picture: Picture,
): Promise<Buffer | null> {
  const output = await outputOfWorker([purpose], picture);
  if (!Buffer.isBuffer(output)) return null;
  const begin = purpose === 'photo' ? 'ffd8ff' : '89504e47';
  return output.toString('hex', 0, 4).startsWith(begin) ? output : null;
}

async function outputOfWorker(
  args: string[],
  picture: Picture,
): Promise<Buffer | Exclude<DecodeResult, ThumbnailPair>> {
  const file = path.join(/* turbopackIgnore: true */ config().ROOT, worker);
  const command = ['--max-old-space-size=64', file, ...args];
  const child = await startBounded(process.execPath, command, memoryBytes);
  if (!child) return 'unable';
  const [ended, output] = [exitOf(child), outputOf(child, maxOutputBytes)];
  try {
    await feed(child.stdin as Writable, picture);
    const cancelTimeout = await killAfterTimeout(child); // counts from when it has the whole picture
    const code = await ended;
    cancelTimeout();
    if (code === exits.undecodable) return 'undecodable';
    if (code === exits.unable || code === 'unable') return 'unable';
    return code === 0 ? await output : 'brokenOff';
  } finally {
    child.kill('SIGKILL');
  }
}

/** Waits for each chunk, because its buffer is reused. */
async function feed(stdin: Writable, picture: Picture): Promise<void> {
  for await (const part of picture) {
    const isGone = await new Promise<boolean>((resolve) => {
      stdin.write(part, (error) => resolve(Boolean(error)));
    });
    if (isGone) return;
  }
  stdin.end();
}

/** Accepts only WebP, because the decoder may be compromised. */
function picturesIn(output: Buffer): ThumbnailPair | null {
  if (output.length < 8) return null;
  const end = 8 + output.readUInt32BE(0);
  if (output.length !== end + output.readUInt32BE(4)) return null;
  const pictures = { small: output.subarray(8, end), large: output.subarray(end) };
  return isWebp(pictures.small) && isWebp(pictures.large) ? pictures : null;
}

const isWebp = (bytes: Buffer): boolean =>
  bytes.length > 12 &&
  bytes.toString('latin1', 0, 4) === 'RIFF' &&
  bytes.toString('latin1', 8, 12) === 'WEBP';
