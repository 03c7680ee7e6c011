import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { endJob, holdJob, type JobName, jobLeaseMs, prolongJob, soon } from '@/lib/server/jobs/queue';

const name: JobName = 'remove bytes';
const patienceMs = 120_000;

/** Two of a kind at once would be in each other's way; both wait for nobody but the removal itself. */
type Task = 'backup' | 'import';
const others: Record<Task, string> = {
  backup: 'Another backup is being made, or was broken off less than a minute ago.',
  import: 'Another import is running, or was broken off less than a minute ago.',
};

export type RemovalPause = {
  /** @throws BadConfiguration when bytes may have been removed since the pause began */
  check: () => void;
  release: () => Promise<void>;
};

/**
 * Keeps bytes of deleted files on storage until it is released: what the rows of a moment speak of can be read for as
 * long as that takes. It is the lease of the job that removes them, so the end of this process ends it as well.
 */
export async function pauseRemovals(ctx: Context, task: Task = 'backup'): Promise<RemovalPause> {
  const node = `${task} ${ctx.newId()}`;
  await claim(ctx, node, task);
  let heldUntil = Date.now() + jobLeaseMs;
  let isLost = false;
  const heart = setInterval(async () => {
    const asked = Date.now();
    const isKept = await prolongJob(ctx.db, name, node).catch(() => null);
    if (isKept) heldUntil = asked + jobLeaseMs;
    if (isKept === false) isLost = true;
  }, jobLeaseMs / 6);
  return {
    check: () => {
      if (!isLost && Date.now() < heldUntil) return;
      throw new BadConfiguration('The database was away for too long. Make the backup again.');
    },
    release: async () => {
      clearInterval(heart);
      await endJob(ctx.db, { name, node, hasFailed: false });
      soon(ctx, name);
    },
  };
}

/** Waits for a removal that is just going on. */
async function claim(ctx: Context, node: string, task: Task): Promise<void> {
  for (const until = Date.now() + patienceMs; ; await sleep(200)) {
    const holder = await holdJob(ctx.db, name, node);
    if (holder === node) return;
    if (holder?.startsWith(`${task} `)) throw new BadConfiguration(others[task]);
    if (Date.now() > until)
      throw new BadConfiguration(
        'Deleted files are being removed, or kept by a backup or an import. Try again later.',
      );
  }
}
