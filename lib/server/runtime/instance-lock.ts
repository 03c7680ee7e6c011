import 'server-only';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration } from '@/lib/server/config';
import { socketFolder } from './socket-folder';

export class AlreadyRunning extends BadConfiguration {}

/** Longer than any process takes between asking a socket and putting its own in its place. */
const settleMs = 100;

/**
 * Lets one process own `dir`. The lock is a listening socket, which the kernel closes with its process, so a killed
 * owner never blocks the next start, and other containers on the same volume see it too.
 * @throws AlreadyRunning when another process answers
 */
export async function lockInstance(dir: string): Promise<() => void> {
  const folder = socketFolder(dir);
  const file = path.join(folder, 'lock.sock');
  if (await answers(file)) throw taken(dir);

  // Bound under a name of its own and then renamed: when several have found nobody, the last one's socket stays.
  const own = path.join(folder, `${randomBytes(3).toString('hex')}.sock`);
  await listen(own);
  const { ino } = fs.statSync(own);
  fs.renameSync(own, file);
  const isOurs = () => fs.statSync(file, { throwIfNoEntry: false })?.ino === ino;
  await sleep(settleMs);
  if (!isOurs()) throw taken(dir);
  return () => {
    if (isOurs()) fs.rmSync(file);
  };
}

const taken = (dir: string) =>
  new AlreadyRunning(
    `Another Slipway already runs on ${path.dirname(dir)}. Stop it first, or give this one a DATA_DIR of its own.`,
  );

const listen = (file: string) =>
  new Promise<void>((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(file, resolve);
    server.unref();
  });

const answers = (file: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(file, () => resolve(true));
    socket.once('connect', () => socket.destroy());
    socket.once('error', () => resolve(false));
  });
