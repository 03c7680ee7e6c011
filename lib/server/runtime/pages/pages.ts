import 'server-only';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '@/lib/server/log';
import { removeDeadFolders } from './dead-folders';
import { type Launched, launchPages } from './launch';
import type { PagesStats, ToPages } from './messages';

/** Between tries to start them again. */
const pauseMs = 500;
const longestPauseMs = 10_000;
/** Pages that lived this long died of something other than their start. */
const soundMs = 30_000;
const stopMs = 1_500;

export type Pages = {
  /** Where the present ones listen. */
  socket: () => string;
  /** False while they start again after they died by themselves. */
  isUp: () => boolean;
  stats: () => PagesStats | null;
  /** Has them end their connections to the database, so that queries which wait on one fail now. */
  dropConnections: () => void;
  /** Milliseconds since 1970 before which it can't be; null where the machine's clock is believed. */
  setTimeFloor: (atMs: number | null) => void;
  /** To be called when no request runs any more. */
  stop: () => Promise<void>;
};

export type StartingPages = {
  /** Hands over the settings and resolves when pages are answered; from then on, dead ones are started again. */
  open: (env: NodeJS.ProcessEnv) => Promise<Pages>;
};

/**
 * Starts the process of the pages and JSON calls (lib/server/pages.ts), which loads its code while the database starts.
 * @param onDeath is told how they ended, when they did so by themselves
 */
export function startPages(root: string, onDeath: (how: string) => void): StartingPages {
  const script = path.join(root, 'dist/pages.mjs');
  const first = launchPages(script);
  return {
    open: async (env) => {
      void removeDeadFolders();
      const opened = async (launched: Launched) => ({ ...launched, socket: await launched.open(env) });
      return keepRunning(await opened(first), () => opened(launchPages(script)), onDeath);
    },
  };
}

type Running = Launched & { socket: string };

function keepRunning(first: Running, again: () => Promise<Running>, onDeath: (how: string) => void): Pages {
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

  return {
    socket: () => current.socket,
    isUp: () => isUp,
    stats: () => current.stats(),
    dropConnections: () => tell(current, 'drop'),
    setTimeFloor: (timeFloor) => tell(current, { timeFloor }),
    stop: async () => {
      isStopping = true;
      await end(current);
    },
  };
}

async function untilRunning(again: () => Promise<Running>, pause: number): Promise<Running> {
  for (;;) {
    const next = await again().catch((error: unknown) =>
      log().error({ err: error }, 'the pages do not start'),
    );
    if (next) return next;
    await sleep(pause, undefined, { ref: false });
  }
}

/** One that is just dying hears nothing. */
function tell({ child }: Launched, order: ToPages): void {
  if (child.connected) child.send(order, () => undefined);
}

async function end(launched: Launched): Promise<void> {
  const { child, exit } = launched;
  tell(launched, 'stop');
  const isOver = await Promise.race([exit.then(() => true), sleep(stopMs, false, { ref: false })]);
  if (!isOver) child.kill('SIGKILL');
  await exit;
}
