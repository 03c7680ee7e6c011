import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import type { Job } from '@/lib/server/db/generated/client';
import { endJob, holdJob, type JobName, jobLeaseMs, prolongJob } from '@/lib/server/jobs/queue';
import { isOnlyNode } from '@/lib/server/node-id';
import { soon } from '@/lib/server/start-job';

const name: JobName = 'remove bytes';
const patienceMs = 120_000;

/** Two of a kind at once would be in each other's way; both wait for nobody but the removal itself. */
type Task = 'backup' | 'import';
const others: Record<Task, string> = {
  backup: 'Another backup is being made.',
  import: 'Another import is running.',
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

/** Waits for a removal that is just going on, and for the end of what a run that was killed has held. */
async function claim(ctx: Context, node: string, task: Task): Promise<void> {
  let first: Job | null = null;
  for (const until = Date.now() + patienceMs; ; await sleep(200)) {
    const holder = await holdJob(ctx.db, name, node);
    if (holder === node) return;
    if (holder?.startsWith(`${task} `)) first = await sameKind(ctx, task, first);
    if (Date.now() > until)
      throw new BadConfiguration(
        'Deleted files are being removed, or kept by a backup or an import. Try again later.',
      );
  }
}

/** @param first how it was found at first. @throws BadConfiguration when its process lives: it holds the lease longer now */
async function sameKind({ db }: Context, task: Task, first: Job | null): Promise<Job | null> {
  const job = await db.job.findUnique({ where: { name } });
  if (!job?.leaseHolder) return null;
  if (isOnlyNode()) await endJob(db, { name, node: job.leaseHolder, hasFailed: false });
  if (first?.leaseHolder !== job.leaseHolder) return job;
  if (Number(job.leaseUntil) > Number(first.leaseUntil)) throw new BadConfiguration(others[task]);
  return first;
}
