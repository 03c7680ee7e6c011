import 'server-only';
import type { Context } from '@/lib/server/context';
import { increment } from '@/lib/server/metrics';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { claimJob, dueJobs, endJob, type JobName, jobLeaseMs, prolongJob } from './queue';

export type Job = (ctx: Context) => Promise<number>;

type Runner = {
  node: string;
  jobs: Record<JobName, Job>;
  everyMs: number;
  /** A fresh one for each run. */
  context: () => Context;
  /** True when this node's clock is plausible; else it leaves to others what is done by the clock. */
  isClockRight: (ctx: Context) => Promise<boolean>;
};

/** Jobs that delete what is over, or that tell people that it soon will be. */
const byClock: readonly JobName[] = [
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
  'remind of ends',
];

/** Jobs that leave bytes without a file behind. */
const leavingBytes: readonly JobName[] = ['remove accounts', 'expire shares', 'drop stale uploads'];

/**
 * Runs what is due, each job on one node at a time. When a node dies, or can't reach the database for long, another
 * takes over and does the same again: every job must bear being done twice.
 */
export function createRunner({ node, jobs, everyMs, context, isClockRight }: Runner) {
  const running = new Map<JobName, Promise<void>>();
  let isOver = false;

  const work = async (name: JobName, ctx: Context): Promise<void> => {
    const heart = setInterval(() => {
      prolongJob(ctx.db, name, node).catch((error: unknown) =>
        ctx.log.warn({ err: error, job: name }, 'a job’s lease could not be prolonged'),
      );
    }, jobLeaseMs / 3);
    let hasFailed = false;
    try {
      const count = await jobs[name](ctx);
      if (count > 0) ctx.log.info({ job: name, count }, 'job done');
      if (count > 0 && leavingBytes.includes(name)) runJobSoon(ctx, 'remove bytes');
    } catch (error) {
      hasFailed = true;
      ctx.log.error({ err: error, job: name }, 'a job failed');
    } finally {
      clearInterval(heart);
      increment('slipway_jobs_total', { job: name, outcome: hasFailed ? 'failed' : 'done' });
    }
    await endJob(ctx.db, { name, node, hasFailed });
  };

  /** Runs a job as often as it is due: somebody may have asked for it once more while it ran. */
  const runAll = async (name: JobName): Promise<void> => {
    try {
      while (!isOver) {
        const ctx = context();
        if (byClock.includes(name) && !(await isClockRight(ctx))) return;
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
    /** Somebody said that it is due. */
    hear: async (name: string): Promise<void> => {
      if (isKnown(name)) await run(name);
    },
    /** Runs all that is due; resolves when it is done. */
    look: async (): Promise<void> => {
      const due = await dueJobs(context().db, node);
      await Promise.all(due.filter(isKnown).map(run));
    },
    /** Begins no job any more; resolves when those that run are done. */
    end: async (): Promise<void> => {
      isOver = true;
      await Promise.all(running.values());
    },
  };
}
