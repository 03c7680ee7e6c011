import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import type { Job } from '@/lib/server/db/generated/client';
import { isOnlyNode } from '@/lib/server/ids';
import { endJob, holdJob, type JobName, jobLeaseMs, prolongJob } from '@/lib/server/jobs/queue';
import { runJobSoon } from '@/lib/server/run-job-soon';

const name: JobName = 'remove bytes';
const patienceMs = 120_000;

/** Two tasks of a kind exclude each other. Both wait for a running removal. */
type PausingTask = 'backup' | 'import';
const alreadyRunning: Record<PausingTask, string> = {
  backup: 'Another backup is being made.',
  import: 'Another import is running.',
};

export type RemovalPause = {
  /** @throws BadConfiguration when bytes may have been removed since the pause began */
  check: () => void;
  release: () => Promise<void>;
};

/**
 * Holds the lease of the job that removes bytes, so that files of a snapshot stay readable. Ends with this process.
 */
export async function pauseRemovals(ctx: Context, task: PausingTask = 'backup'): Promise<RemovalPause> {
  const node = `${task} ${ctx.newId()}`;
  await claim(ctx, node, task);
  let leaseUntil = Date.now() + jobLeaseMs;
  let isLost = false;
  const heartbeat = setInterval(async () => {
    const requestedAt = Date.now();
    const isProlonged = await prolongJob(ctx.db, name, node).catch(() => null);
    if (isProlonged) leaseUntil = requestedAt + jobLeaseMs;
    if (isProlonged === false) isLost = true;
  }, jobLeaseMs / 6);
  return {
    check: () => {
      if (!isLost && Date.now() < leaseUntil) return;
      throw new BadConfiguration('The database was away for too long. Make the backup again.');
    },
    release: async () => {
      clearInterval(heartbeat);
      await endJob(ctx.db, { name, node, hasFailed: false });
      runJobSoon(ctx, name);
    },
  };
}

/** Waits for a running removal, and for the lease of a killed process to end. */
async function claim(ctx: Context, node: string, task: PausingTask): Promise<void> {
  let first: Job | null = null;
  for (const until = Date.now() + patienceMs; ; await sleep(200)) {
    const holder = await holdJob(ctx.db, name, node);
    if (holder === node) return;
    if (holder?.startsWith(`${task} `)) first = await refuseIfAlive(ctx, task, first);
    if (Date.now() > until)
      throw new BadConfiguration(
        'Deleted files are being removed, or kept by a backup or an import. Try again later.',
      );
  }
}

/** @throws BadConfiguration when the holder is alive: it has prolonged its lease since `first` */
async function refuseIfAlive({ db }: Context, task: PausingTask, first: Job | null): Promise<Job | null> {
  const job = await db.job.findUnique({ where: { name } });
  if (!job?.leaseHolder) return null;
  if (isOnlyNode()) await endJob(db, { name, node: job.leaseHolder, hasFailed: false });
  if (first?.leaseHolder !== job.leaseHolder) return job;
  if (Number(job.leaseUntil) > Number(first.leaseUntil)) throw new BadConfiguration(alreadyRunning[task]);
  return first;
}
