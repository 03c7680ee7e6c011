import 'server-only';
import type { Context } from '@/lib/server/context';
import { increment } from '@/lib/server/metrics';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { claimJob, dueJobs, endJob, type JobName, jobLeaseMs, prolongJob } from './queue';

export type Job = (ctx: Context) => Promise<number>;

type RunnerOptions = {
  node: string;
  jobs: Record<string, Job>;
  /** Beside those that are known here. */
  clockJobs?: readonly JobName[];
  everyMs: number;
  context: () => Context;
  isClockRight: (ctx: Context) => Promise<boolean>;
};

const ownClockJobs: readonly JobName[] = [
  'remove invites',
  'remove accounts',
  'expire shares',
  'drop stale uploads',
  'remove bytes',
  'remove leftovers',
  'forget old events',
  'forget old activity',
  'forget old limits',
  'forget old sessions',
  'forget device requests',
  'forget account codes',
  'remind of ends',
  'ask directory',
  'wipe demo',
];

const deletingJobs: readonly JobName[] = [
  'remove accounts',
  'expire shares',
  'drop stale uploads',
  'wipe demo',
];

/**
 * Runs each due job on one node at a time. Another node repeats the job of a dead one, so every job must be
 * idempotent.
 */
export function createRunner({ node, jobs, clockJobs = [], everyMs, context, isClockRight }: RunnerOptions) {
  const running = new Map<JobName, Promise<void>>();
  const needsClock = [...ownClockJobs, ...clockJobs];
  let isOver = false;

  const work = async (name: JobName, ctx: Context): Promise<void> => {
    const leaseTimer = setInterval(() => {
      prolongJob(ctx.db, name, node).catch((error: unknown) =>
        ctx.log.warn({ err: error, job: name }, 'a job’s lease could not be prolonged'),
      );
    }, jobLeaseMs / 3);
    let hasFailed = false;
    try {
      const count = (await jobs[name]?.(ctx)) ?? 0;
      if (count > 0) ctx.log.info({ job: name, count }, 'job done');
      if (count > 0 && deletingJobs.includes(name)) runJobSoon(ctx, 'remove bytes');
    } catch (error) {
      hasFailed = true;
      ctx.log.error({ err: error, job: name }, 'a job failed');
    } finally {
      clearInterval(leaseTimer);
      increment('slipway_jobs_total', { job: name, outcome: hasFailed ? 'failed' : 'done' });
    }
    await endJob(ctx.db, { name, node, hasFailed });
  };

  /** Repeats a job that became due again while it ran. */
  const runAll = async (name: JobName): Promise<void> => {
    try {
      while (!isOver) {
        const ctx = context();
        if (needsClock.includes(name) && !(await isClockRight(ctx))) return;
        if (!(await claimJob(ctx.db, { name, node, everyMs }))) return;
        await work(name, ctx);
      }
    } catch (error) {
      context().log.warn({ err: error, job: name }, 'a job waits for the database');
    } finally {
      running.delete(name);
    }
  };
  const run = async (name: JobName): Promise<void> => {
    if (isOver || running.has(name)) return;
    const work = runAll(name);
    running.set(name, work);
    await work;
  };

  const isKnown = (name: string): name is JobName => Object.hasOwn(jobs, name);

  return {
    hear: async (name: string): Promise<void> => {
      if (isKnown(name)) await run(name);
    },
    look: async (): Promise<void> => {
      const due = await dueJobs(context().db, node);
      await Promise.all(due.filter(isKnown).map(run));
    },
    end: async (): Promise<void> => {
      isOver = true;
      await Promise.all(running.values());
    },
  };
}
