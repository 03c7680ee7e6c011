import 'server-only';
import { config } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import type { Context } from '@/lib/server/context';
import { onNotification } from '@/lib/server/db/notifications';
import { nodeId } from '@/lib/server/node-id';
import { removeMarkedAccounts } from '@/lib/server/services/account/remove';
import { removeInvites } from '@/lib/server/services/account/remove-invites';
import { type ClockReading, readClock } from '@/lib/server/services/clock/compare';
import { keepTime } from '@/lib/server/services/clock/keep-time';
import { registerNode, unregisterNode } from '@/lib/server/services/doctor/node-registration';
import { dropStaleUploads } from './drop-stale-uploads';
import { expireShares } from './expire-shares';
import { finishUploads } from './finish-uploads';
import { forgetActivity } from './forget-activity';
import { forgetAudit, forgetDeviceRequests, forgetEndedSessions, forgetLimits } from './forget-old';
import { hashFiles } from './hash-files';
import { bringForward, type JobName, jobChannel, makeDue } from './queue';
import { remindOfEnds } from './remind-of-ends';
import { removeBytes } from './remove-bytes';
import { removeLeftovers } from './remove-leftovers';
import { createRunner, type Job } from './runner';
import { sendNotices } from './send-notices';
import { sumTally } from './sum-tally';

const jobs: Record<JobName, Job> = {
  'remove invites': removeInvites,
  'remove accounts': removeMarkedAccounts,
  'expire shares': expireShares,
  'finish uploads': finishUploads,
  'drop stale uploads': dropStaleUploads,
  'remove bytes': removeBytes,
  'remove leftovers': removeLeftovers,
  'sum tally': sumTally,
  'hash files': hashFiles,
  'forget old events': forgetAudit,
  'forget old activity': forgetActivity,
  'forget old limits': forgetLimits,
  'forget old sessions': forgetEndedSessions,
  'forget device requests': forgetDeviceRequests,
  'remind of ends': remindOfEnds,
  'send notices': sendNotices,
};

async function makeAllDue({ db }: Context): Promise<void> {
  if ((await readClock({ db }, Date.now())).state === 'right') await bringForward(db);
  await makeDue(db);
}

/** How soon jobs are found that nobody was told of: those that failed, or that a dead node left behind. */
const lookMs = 10_000;

/** How often a node says that it is alive, for the doctor to compare all of them. */
const pulseMs = 30_000;

/**
 * Runs all jobs now, after each CLEANUP_INTERVAL and when somebody asks for one; of several nodes, one does it.
 * @param onTime is told every half minute how the clock stands
 * @returns ends them: resolves when those that run are done
 */
export function startJobs(onTime: (reading: ClockReading) => void = () => undefined): () => Promise<void> {
  const context = () => systemContext();
  const everyMs = config().CLEANUP_INTERVAL;
  const isClockRight = async (ctx: Context) => (await keepTime(ctx)).state === 'right';
  const runner = createRunner({ node: nodeId(), jobs, everyMs, context, isClockRight });
  let areDue = false;
  let wasRight = true;
  const lookOnce = async () => {
    try {
      if (!areDue) await makeAllDue(context());
      areDue = true;
    } finally {
      await runner.look();
    }
  };
  const look = () =>
    lookOnce().catch((error: unknown) => context().log.warn({ err: error }, 'jobs wait for the database'));
  const lookAtClock = async () => {
    const reading = await keepTime(context());
    onTime(reading);
    const isRight = reading.state === 'right';
    if (isRight && !wasRight) areDue = false; // what waited for it
    wasRight = isRight;
  };
  // The next one comes soon.
  const noteSelf = () =>
    Promise.all([lookAtClock(), registerNode(context(), nodeId())]).catch(() => undefined);
  const pulse = setInterval(() => void noteSelf(), pulseMs);
  void noteSelf();
  const stopHearing = onNotification(jobChannel, (name) => void runner.hear(name));
  const timer = setInterval(() => void look(), Math.min(lookMs, everyMs));
  void look();
  return async () => {
    clearInterval(timer);
    clearInterval(pulse);
    stopHearing();
    const forgotten = unregisterNode(context(), nodeId()).catch(() => undefined); // else it is forgotten by its age
    await Promise.all([runner.end(), forgotten]);
  };
}
