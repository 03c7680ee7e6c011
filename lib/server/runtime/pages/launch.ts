import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { storedSettings } from '@/lib/server/config';
import type { FromPages, PagesStats, ToPages } from './messages';

export type PagesProcess = {
  /** Resolves with the socket on which it listens. */
  open: (env: NodeJS.ProcessEnv) => Promise<string>;
  exit: Promise<string>;
  stats: () => PagesStats | null;
  child: ChildProcess;
};

/**
 * Starts the pages process, which loads its code and waits for `open`. Each listens in a folder of its own that other
 * accounts can't enter, removed at its end.
 */
export function launchPages(script: string): PagesProcess {
  const child = spawn(process.execPath, [script], {
    // The channel carries orders, and its end tells the child that this process died.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true, // this process handles Ctrl-C: it finishes running requests first
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
    const stored = storedSettings();
    child.send({ socket, env, stored } satisfies ToPages, () => undefined); // `exit` reports a process that died meanwhile
    const end = await Promise.race([isListening, exit]);
    if (end !== undefined) throw new Error(`The process of the pages ended (${end}) before it was ready.`);
    return socket;
  };
  const openOrEnd = (env: NodeJS.ProcessEnv) =>
    open(env).catch((error: unknown) => {
      child.kill('SIGKILL'); // it would stay without requests
      throw error;
    });
  return { open: openOrEnd, exit, child, stats: () => stats };
}

export const folderPrefix = 'slipway-pages-';

const socketName = 'pages.sock';

/** A folder without a socket may belong to a process that is just starting. */
const newMs = 10 * 60_000;

/**
 * Removes folders of killed servers of this account. Lists folders synchronously at the call, so that one made later
 * is safe whatever the clock says.
 */
export async function removeDeadFolders(parent = os.tmpdir()): Promise<void> {
  for (const name of namesIn(parent).filter((name) => name.startsWith(folderPrefix))) {
    const folder = path.join(parent, name);
    if (await isDead(folder)) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

async function isDead(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false;
  const code = await connectErrorCode(path.join(folder, socketName));
  // By the machine's clock, from which a process's own may differ.
  if (code === 'ENOENT') return performance.timeOrigin + performance.now() - found.mtimeMs > newMs;
  return code === 'ECONNREFUSED';
}

const connectErrorCode = (socket: string) =>
  new Promise<string | null>((resolve) => {
    const connection = net.connect(socket, () => {
      connection.destroy();
      resolve(null);
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'));
  });
