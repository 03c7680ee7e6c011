import 'server-only';
import { type ChildProcess, spawn } from 'node:child_process';
import type { FromPages, PagesStats, ToPages } from './messages';

export type Launched = {
  /** Hands over what the start has found out, and resolves when requests are answered. */
  open: (order: ToPages) => Promise<void>;
  /** Resolves with how it ended. */
  exit: Promise<string>;
  /** What it last said about itself. */
  stats: () => PagesStats | null;
  child: ChildProcess;
};

/** Starts the process of the pages; it loads its code and then waits to be opened. */
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
  const open = async (order: ToPages) => {
    child.send(order, () => undefined); // one that died meanwhile is noticed by its exit
    const end = await Promise.race([isListening, exit]);
    if (end !== undefined) throw new Error(`The process of the pages ended (${end}) before it was ready.`);
  };
  return { open, exit, child, stats: () => stats };
}
