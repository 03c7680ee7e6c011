import 'server-only';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

export class AlreadyRunning extends Error {}

/** A unix socket's path is limited to 107 bytes; a deeper folder gets a short stand-in of its own below /tmp. */
export function socketFolder(dir: string): string {
  if (Buffer.byteLength(dir) < 90) return dir;
  const name = createHash('sha256').update(fs.realpathSync(dir)).digest('hex').slice(0, 16);
  return path.join(os.tmpdir(), `slipway-${process.getuid?.() ?? 0}-${name}`);
}

/**
 * Lets one process own `dir`. The lock is a listening socket, which the kernel closes with its process,
 * so a killed owner never blocks the next start, and other containers on the same volume see it too.
 * @throws AlreadyRunning when another process answers
 */
export async function lockInstance(dir: string): Promise<() => void> {
  const folder = socketFolder(dir);
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'lock.sock');
  for (let attempt = 1; ; attempt++) {
    const server = await listen(file);
    if (server) return () => server.close();
    if (await answers(file)) {
      throw new AlreadyRunning(
        `Another Slipway already runs on ${dir}. Stop it first, or give this one a DATA_DIR of its own.`,
      );
    }
    if (attempt > 5) throw new Error(`The lock ${file} can be neither taken nor removed.`);
    fs.rmSync(file, { force: true });
  }
}

const listen = (file: string) =>
  new Promise<net.Server | null>((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(file, () => resolve(server));
    server.unref();
  });

const answers = (file: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(file, () => resolve(true));
    socket.once('connect', () => socket.destroy());
    socket.once('error', () => resolve(false));
  });
