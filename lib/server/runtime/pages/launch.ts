import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { folderPrefix, socketName } from './dead-folders';
import type { FromPages, PagesStats, ToPages } from './messages';

export type Launched = {
  /** Hands over what the start has found out, and resolves with the socket at which requests are answered. */
  open: (env: NodeJS.ProcessEnv) => Promise<string>;
  /** Resolves with how it ended. */
  exit: Promise<string>;
  /** What it last said about itself. */
  stats: () => PagesStats | null;
  child: ChildProcess;
};

/**
 * Starts the process of the pages; it loads its code and then waits to be opened. Each listens in a folder of its own,
 * which only this account may enter and which goes with it: as soon as it is dead, any server may take it away.
 */
export function launchPages(script: string): Launched {
  const child = spawn(process.execPath, [script], {
    // Through the channel it gets its orders, and hears of our end however we die.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true, // Ctrl-C is for us to answer: running requests first
  });
  const exit = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(String(signal ?? code)));
  });
  let stats: PagesStats | null = null;
  const isListening = new Promise<void>((resolve) => {
    child.on('message', (message: FromPages) => {
      if (message === 'listening') resolve();
      else stats = message;
    });
  });
  const open = async (env: NodeJS.ProcessEnv) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), folderPrefix));
    const clear = () => fs.rmSync(folder, { recursive: true, force: true });
    void exit.then(clear, clear);
    const socket = path.join(folder, socketName);
    child.send({ socket, env } satisfies ToPages, () => undefined); // one that died meanwhile is noticed by its exit
    const end = await Promise.race([isListening, exit]);
    if (end !== undefined) throw new Error(`The process of the pages ended (${end}) before it was ready.`);
    return socket;
  };
  const openOrEnd = (env: NodeJS.ProcessEnv) =>
    open(env).catch((error: unknown) => {
      child.kill('SIGKILL'); // nobody will ever ask it anything
      throw error;
    });
  return { open: openOrEnd, exit, child, stats: () => stats };
}
