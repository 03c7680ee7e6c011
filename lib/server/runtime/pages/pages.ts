import 'server-only';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredSettings } from '@/lib/server/config/stored';
import { log } from '@/lib/server/log';
import { launchPages, type PagesProcess, removeDeadFolders } from './launch';
import type { PagesStats, ToPages } from './messages';

const pauseMs = 500;
const longestPauseMs = 10_000;
const stableMs = 30_000;
const stopMs = 1_500;

export type Pages = {
  socket: () => string;
  isUp: () => boolean;
  stats: () => PagesStats | null;
  dropConnections: () => void;
  /** Milliseconds since 1970 before which it can't be; null trusts the database's clock. */
  setTimeFloor: (atMs: number | null) => void;
  /** Milliseconds by which the database's clock is ahead of this machine's. */
  setClockOffset: (ms: number) => void;
  setStored: (stored: StoredSettings) => void;
  stop: () => Promise<void>;
};

export type StartingPages = {
  /** Resolves when pages are answered; from then on, the process is restarted when it dies. */
  open: (env: NodeJS.ProcessEnv) => Promise<Pages>;
  /** Before they are open. */
  end: () => Promise<unknown>;
};

/** @param onDeath receives the signal or exit code of a process that ended by itself */
export function startPages(root: string, onDeath: (how: string) => void): StartingPages {
  const script = path.join(root, 'dist/pages.mjs');
  const first = launchPages(script);
  return {
    open: async (env) => {
      void removeDeadFolders();
      const opened = async (launched: PagesProcess) => ({ ...launched, socket: await launched.open(env) });
      return keepRunning(await opened(first), () => opened(launchPages(script)), onDeath);
    },
    end: () => {
      first.child.kill('SIGKILL');
      return first.exit.catch(() => undefined);
    },
  };
}

type OpenPagesProcess = PagesProcess & { socket: string };

function keepRunning(
  first: OpenPagesProcess,
  again: () => Promise<OpenPagesProcess>,
  onDeath: (how: string) => void,
): Pages {
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
      // Pauses longer each time when it dies at once.
      pause = Date.now() - began > stableMs ? pauseMs : Math.min(pause * 2, longestPauseMs);
      current = await restartUntilOpen(again, pause);
      isUp = true;
    }
  };
  void watch();

  return {
    socket: () => current.socket,
    isUp: () => isUp,
    stats: () => current.stats(),
    dropConnections: () => sendOrder(current, 'drop'),
    setTimeFloor: (timeFloor) => sendOrder(current, { timeFloor }),
    setClockOffset: (clockOffset) => sendOrder(current, { clockOffset }),
    setStored: (stored) => sendOrder(current, { stored }),
    stop: async () => {
      isStopping = true;
      await stopProcess(current);
    },
  };
}

async function restartUntilOpen(
  again: () => Promise<OpenPagesProcess>,
  pause: number,
): Promise<OpenPagesProcess> {
  for (;;) {
    const next = await again().catch((error: unknown) =>
      log().error({ err: error }, 'the pages do not start'),
    );
    if (next) return next;
    await sleep(pause, undefined, { ref: false });
  }
}

function sendOrder({ child }: PagesProcess, order: ToPages): void {
  if (child.connected) child.send(order, () => undefined);
}

async function stopProcess(launched: PagesProcess): Promise<void> {
  const { child, exit } = launched;
  sendOrder(launched, 'stop');
  const isOver = await Promise.race([exit.then(() => true), sleep(stopMs, false, { ref: false })]);
  if (!isOver) child.kill('SIGKILL');
  await exit;
}
