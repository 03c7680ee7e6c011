import 'server-only';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { config } from '@/lib/server/config';
import { endInTime, endOf, outputOf, startBounded } from './bounded-process';

const worker = 'lib/server/thumbnails/thumbnail-worker.mjs';
/** It ends itself beyond 512 MB that it really uses; what it asks for is more. */
const memoryBytes = 768 * 1024 ** 2;

const mostBytes = 4 * 1024 ** 2;
const exits = { undecodable: 2, unable: 3 };

/**
 * Two small pictures as WebP; or why there are none: it is no picture that we read, its decoder had to be broken off
 * or broke down, or this machine has no decoder.
 */
export type Decoded = Pictures | 'undecodable' | 'brokenOff' | 'unable';
export type Pictures = { small: Buffer; large: Buffer };

/**
 * Has one picture decoded by a process of its own, within bounds of time and memory.
 * @throws what reading the picture throws
 */
export async function decode(picture: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<Decoded> {
  const file = path.join(/* turbopackIgnore: true */ config().ROOT, worker);
  const child = await startBounded(process.execPath, ['--max-old-space-size=64', file], memoryBytes);
  if (!child) return 'unable';
  const [ended, output] = [endOf(child), outputOf(child, mostBytes)];
  try {
    await feed(child.stdin as Writable, picture);
    const callOff = await endInTime(child); // from when it has all of the picture
    const code = await ended;
    callOff();
    if (code === exits.undecodable) return 'undecodable';
    if (code === exits.unable || code === 'unable') return 'unable';
    return (code === 0 && picturesIn(await output)) || 'brokenOff';
  } finally {
    child.kill('SIGKILL');
  }
}

/** A buffer is only lent to us. */
async function feed(stdin: Writable, picture: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
  for await (const part of picture) {
    const isGone = await new Promise<boolean>((resolve) => {
      stdin.write(part, (error) => resolve(Boolean(error)));
    });
    if (isGone) return;
  }
  stdin.end();
}

/** The decoder may have been taken over: only pictures of this one kind pass. */
function picturesIn(output: Buffer): Pictures | null {
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
