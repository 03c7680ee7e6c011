import 'server-only';
import { config } from '@/lib/server/config';
import { systemContext } from '@/lib/server/container';
import type { Context } from '@/lib/server/context';
import { onNotification } from '@/lib/server/db/notifications';
import { nodeId } from '@/lib/server/ids';
import { databaseTimeMs } from '@/lib/server/present-time';
import { registeredFeatures } from '@/lib/server/registered-features';
import { type ClockReading, readClock, updateTimeFloor } from '@/lib/server/services/clock/clock';
import { registerNode, unregisterNode } from '@/lib/server/services/doctor/node-registration';
import { removeAccounts } from '@/lib/server/services/leaving/remove-accounts';
import { forgetReporters } from '@/lib/server/services/oversight/reports';
import { collectOwnData } from '@/lib/server/services/own-data/collect';
import { resealSecrets } from '@/lib/server/services/secret/reseal';
import { removeExpiredInvites } from '@/lib/server/services/signup/invites';
import { watchSpace } from '@/lib/server/services/storage/watch-space';
import { checkForUpdate } from '@/lib/server/services/update/update';
import { hashFiles, removeBytes, removeLeftovers } from './bytes';
import { wipeDemo } from './demo';
import { askDirectory } from './directory';
import {
  expireShares,
  forgetAccountCodes,
  forgetActivity,
  forgetAudit,
  forgetChallenges,
  forgetDeviceRequests,
  forgetEndedSessions,
  forgetKnownClients,
  forgetLimits,
} from './forget';
import { announceDeliveries, remindOfEnds, sendNotices } from './notices';
import { jobChannel, jobNames, makeDue, repairFutureTimes } from './queue';
import { readBack } from './read-back';
import { createRunner, type Job } from './runner';
import { scanFiles } from './scan-files';
import { sumTally } from './sum-tally';
import { dropStaleUploads, finishUploads } from './unfinished-uploads';

const ownJobs: Record<(typeof jobNames)[number], Job> = {
  'remove invites': removeExpiredInvites,
  'remove accounts': removeAccounts,
  'expire shares': expireShares,
  'finish uploads': finishUploads,
  'drop stale uploads': dropStaleUploads,
  'remove bytes': removeBytes,
  'remove leftovers': removeLeftovers,
  'sum tally': sumTally,
  'scan files': scanFiles,
  'hash files': hashFiles,
  'forget old events': forgetAudit,
  'forget old activity': forgetActivity,
  'forget old limits': forgetLimits,
  'forget old sessions': forgetEndedSessions,
  'forget device requests': forgetDeviceRequests,
  'forget challenges': forgetChallenges,
  'collect own data': collectOwnData,
  'forget account codes': forgetAccountCodes,
  'forget known clients': forgetKnownClients,
  'forget reporters': forgetReporters,
  'announce deliveries': announceDeliveries,
  'remind of ends': remindOfEnds,
  'send notices': sendNotices,
  'check for update': checkForUpdate,
  'ask directory': askDirectory,
  'reseal secrets': resealSecrets,
  'wipe demo': wipeDemo,
  'read back': readBack,
};

async function makeAllDue({ db }: Context): Promise<void> {
  const features = registeredFeatures();
  if ((await readClock({ db }, databaseTimeMs())).state === 'right')
    await repairFutureTimes(
      db,
      features.flatMap(({ repairTimes }) => repairTimes ?? []),
    );
  await makeDue(db, [...jobNames, ...features.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name))]);
}

const lookMs = 10_000;

const pulseMs = 30_000;

/**
 * Runs jobs at the start, after each CLEANUP_INTERVAL and on request.
 * @param onTime receives the state of the clock every 30 seconds
 * @returns a function that stops and waits for running jobs
 */
export function startJobs(onTime: (reading: ClockReading) => void = () => undefined): () => Promise<void> {
  const context = () => systemContext();
  const everyMs = config().CLEANUP_INTERVAL;
  const isClockRight = async (ctx: Context) => (await updateTimeFloor(ctx)).state === 'right';
  const ofFeatures = registeredFeatures().flatMap(({ jobs = [] }) => jobs);
  const jobs = { ...ownJobs, ...Object.fromEntries(ofFeatures.map(({ name, run }) => [name, run])) };
  const clockJobs = ofFeatures.filter(({ needsClock }) => needsClock).map(({ name }) => name);
  const runner = createRunner({ node: nodeId(), jobs, clockJobs, everyMs, context, isClockRight });
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
    const reading = await updateTimeFloor(context());
    onTime(reading);
    const isRight = reading.state === 'right';
    if (isRight && !wasRight) areDue = false; // jobs that waited for the clock
    wasRight = isRight;
  };
  // A failure is made up for by the next pulse.
  const registerSelf = () =>
    Promise.all([lookAtClock(), registerNode(context(), nodeId()), watchSpace(context())]).catch(
      () => undefined,
    );
  const pulse = setInterval(() => void registerSelf(), pulseMs);
  void registerSelf();
  const stopListening = onNotification(jobChannel, (name) => void runner.hear(name));
  const timer = setInterval(() => void look(), Math.min(lookMs, everyMs));
  void look();
  return async () => {
    clearInterval(timer);
    clearInterval(pulse);
    stopListening();
    const forgotten = unregisterNode(context(), nodeId()).catch(() => undefined); // a failure leaves the row to expire
    await Promise.all([runner.end(), forgotten]);
  };
}
