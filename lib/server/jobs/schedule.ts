import 'server-only';
import { config } from '@/lib/server/config';
import { contextOf } from '@/lib/server/container';
import type { Context } from '@/lib/server/context';
import { finishRemovals } from '@/lib/server/services/account/remove';
import { removeInvites } from '@/lib/server/services/signup/remove-invites';
import { dropStaleUploads } from './drop-stale-uploads';
import { expireShares } from './expire-shares';
import { finishUploads } from './finish-uploads';
import { forgetAudit, forgetLimits } from './forget-old';
import { hashFiles } from './hash-files';
import { removeBytes } from './remove-bytes';
import { removeLeftovers } from './remove-leftovers';
import { sumTally } from './sum-tally';

type Job = (ctx: Context) => Promise<number>;

/** In this order: what the first ones delete, the last one takes off storage. */
const jobs: [name: string, job: Job][] = [
  ['remove invites', removeInvites],
  ['remove accounts', finishRemovals],
  ['expire shares', expireShares],
  ['finish uploads', finishUploads],
  ['drop stale uploads', dropStaleUploads],
  ['remove bytes', removeBytes],
  ['remove leftovers', removeLeftovers],
  ['sum tally', sumTally],
  ['hash files', hashFiles],
  ['forget old events', forgetAudit],
  ['forget old limits', forgetLimits],
];

/** Runs all jobs now and after each interval. One that fails is logged and tried again next time. */
export function startJobs(): () => void {
  const timer = setInterval(() => void runJobs(), config().CLEANUP_INTERVAL);
  void runJobs();
  return () => clearInterval(timer);
}

async function runJobs(): Promise<void> {
  const ctx = contextOf({ address: null, userAgent: null });
  for (const [name, job] of jobs) {
    try {
      const count = await job(ctx);
      if (count > 0) ctx.log.info({ job: name, count }, 'cleaned up');
    } catch (error) {
      ctx.log.error({ err: error, job: name }, 'clean-up failed');
    }
  }
}
