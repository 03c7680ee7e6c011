import 'server-only';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/server/log';
import { folderPrefix, removeDeadFolders } from './dead-folders';
import { type Launched, launchPages } from './launch';
import type { PagesStats } from './messages';

/** Between tries to start them again. */
const pauseMs = 500;
const longestPauseMs = 10_000;
/** Pages that lived this long died of something other than their start. */
const soundMs = 30_000;
const stopMs = 1_500;

export type Pages = {
  socket: string;
  /** False while they start again after they died by themselves. */
  isUp: () => boolean;
  stats: () => PagesStats | null;
  /** Has them end their connections to the database, so that whoever waits on one fails now. */
  dropConnections: () => void;
  /** To be called when no request runs any more. */
  stop: () => Promise<void>;
};

export type StartingPages = {
  /** Hands over the settings and resolves when pages are answered; from then on, dead ones are started again. */
  open: (env: NodeJS.ProcessEnv) => Promise<Pages>;
};

/**
 * Starts the process of the pages and JSON calls (lib/server/pages.ts), which loads its code while the database starts.
 * It listens on a socket in a folder that only this account may enter, so that nobody else can speak to it.
 * @param onDeath is told how they ended, when they did so by themselves
 */
export function startPages(root: string, onDeath: (how: string) => void): StartingPages {
  const script = path.join(root, 'dist/pages.mjs');
  const first = launchPages(script);
  return {
    open: async (env) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), folderPrefix));
      void removeDeadFolders();
      const order = { socket: path.join(folder, 'pages.sock'), env };
      await first.open(order);
      const again = async () => {
        const next = launchPages(script);
        await next.open(order);
        return next;
      };
      const { stop, ...running } = keepRunning(first, again, onDeath);
      const clear = () => fs.rmSync(folder, { recursive: true, force: true });
      return { ...running, socket: order.socket, stop: () => stop().finally(clear) };
    },
  };
}

function keepRunning(first: Launched, again: () => Promise<Launched>, onDeath: (how: string) => void) {
  let current = first;
  let isUp = true;
  let isStopping = false;

  const watch = async () => {
    for (let pause = pauseMs; ; ) {
      const began = Date.now();
      const how = await current.exit;
      isUp = false;
      if (isStopping) return;
      onDeath(how);
      // Pages that die at once wait longer each time.
      pause = Date.now() - began > soundMs ? pauseMs : Math.min(pause * 2, longestPauseMs);
      current = await untilRunning(again, pause);
      isUp = true;
    }
  };
  void watch();

  const stop = async () => {
    isStopping = true;
    await end(current);
  };
  return {
    isUp: () => isUp,
    stats: () => current.stats(),
    dropConnections: () => {
      if (current.child.connected) current.child.send('drop', () => undefined);
    },
    stop,
  };
}

async function untilRunning(again: () => Promise<Launched>, pause: number): Promise<Launched> {
  for (;;) {
    const next = await again().catch((error: unknown) =>
      log().error({ err: error }, 'the pages do not start'),
    );
    if (next) return next;
    await sleep(pause, undefined, { ref: false });
  }
}

async function end({ child, exit }: Launched): Promise<void> {
  if (child.connected) child.send('stop', () => undefined);
  const isOver = await Promise.race([exit.then(() => true), sleep(stopMs, false, { ref: false })]);
  if (!isOver) child.kill('SIGKILL');
  await exit;
}
