import 'server-only';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { BadConfiguration } from '@/lib/server/config';
import { socketFolder } from './postgres/server';

export class AlreadyRunning extends BadConfiguration {}

/**
 * Locks `dir` by a listening socket, which the kernel closes with its process. The highest `lock-N.sock` counts; as
 * link(2) creates names atomically, a suspended process never displaces a running one.
 * @throws AlreadyRunning when another process answers
 */
export async function lockInstance(dir: string): Promise<() => void> {
  const folder = socketFolder(dir);
  const own = path.join(folder, `${randomBytes(3).toString('hex')}.sock`);
  const server = await listen(own);
  try {
    const round = await take(folder, own);
    if (round === null || (highest(folder) ?? round) > round) throw taken(dir);
    for (const earlier of rounds(folder))
      if (earlier < round) fs.rmSync(lockOf(folder, earlier), { force: true });
  } catch (error) {
    server.close();
    throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
  // Its name stays: if it were free, a suspended process could take it beside the next owner.
  return () => void server.close();
}

/** Null when another process answers. */
async function take(folder: string, own: string): Promise<number | null> {
  for (;;) {
    const last = highest(folder);
    if (last !== null && (await answers(lockOf(folder, last)))) return null;
    const next = (last ?? 0) + 1;
    try {
      fs.linkSync(own, lockOf(folder, next));
      return next;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

const lockOf = (folder: string, round: number) => path.join(folder, `lock-${round}.sock`);

const rounds = (folder: string): number[] =>
  fs
    .readdirSync(folder)
    .flatMap((name) => /^lock-(\d+)\.sock$/.exec(name)?.[1] ?? [])
    .map(Number);

const highest = (folder: string): number | null => rounds(folder).sort((a, b) => b - a)[0] ?? null;

const taken = (dir: string) =>
  new AlreadyRunning(
    `Another Slipway already runs on ${path.dirname(dir)}. Stop it first, or give this one a DATA_DIR of its own.`,
  );

const listen = (file: string) =>
  new Promise<net.Server>((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(file, () => resolve(server));
    server.unref();
  });

const answers = (file: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(file, () => resolve(true));
    socket.once('connect', () => socket.destroy());
    socket.once('error', () => resolve(false));
  });
