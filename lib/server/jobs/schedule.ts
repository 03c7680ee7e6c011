import 'server-only';
import { config } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import { onNotification } from '@/lib/server/db/notifications';
import { nodeId } from '@/lib/server/node-id';
import { removeMarkedAccounts } from '@/lib/server/services/account/remove';
import { registerNode, unregisterNode } from '@/lib/server/services/doctor/node-registration';
import { removeInvites } from '@/lib/server/services/signup/remove-invites';
import { dropStaleUploads } from './drop-stale-uploads';
import { expireShares } from './expire-shares';
import { finishUploads } from './finish-uploads';
import { forgetActivity } from './forget-activity';
import { forgetAudit, forgetDeviceRequests, forgetEndedSessions, forgetLimits } from './forget-old';
import { hashFiles } from './hash-files';
import { type JobName, jobChannel, makeDue } from './queue';
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

/** How soon jobs are found that nobody was told of: those that failed, or that a dead node left behind. */
const lookMs = 10_000;

/** How often a node says that it is alive, for the doctor to compare all of them. */
const pulseMs = 30_000;

/**
 * Runs all jobs now, after each CLEANUP_INTERVAL and when somebody asks for one; of several nodes, one does it.
 * @returns ends them: resolves when those that run are done
 */
export function startJobs(): () => Promise<void> {
  const context = () => systemContext();
  const everyMs = config().CLEANUP_INTERVAL;
  const runner = createRunner({ node: nodeId(), jobs, everyMs, context });
  let areDue = false;
  const lookOnce = async () => {
    try {
      if (!areDue) await makeDue(context().db);
      areDue = true;
    } finally {
      await runner.look();
    }
  };
  const look = () =>
    lookOnce().catch((error: unknown) => context().log.warn({ err: error }, 'jobs wait for the database'));
  const noteSelf = () => registerNode(context(), nodeId()).catch(() => undefined); // the next one comes soon
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
