import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '@/lib/server/ids';
import { record } from '@/lib/server/journal/record';
import { presentTime, setTimeFloor } from '@/lib/server/present-time';
import { confirmClock, readClock, updateTimeFloor } from '@/lib/server/services/clock/clock';
import { checkClock } from '@/lib/server/services/doctor/check-database';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, openContext, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { expireShares } from './forget';
import { dueJobs, type JobName, jobNames, makeDue, repairFutureTimes } from './queue';
import { createRunner, type Job } from './runner';

const hour = 3_600_000;
const day = 24 * hour;
const year = 365 * day;
const truth = Date.now();

const setClock = (ms: number) => vi.setSystemTime(ms);
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: truth }));
afterEach(() => {
  vi.useRealTimers();
  setTimeFloor(null);
});

async function installation() {
  const { db, remove } = await ownDatabase();
  onTestFinished(remove);
  const context = () => openContext({ db, now: presentTime() });
  const ctx = await userContext({ db, now: new Date() });
  const { id } = await draftShare(ctx);
  await publishShare(ctx, { shareId: id, reuseId: false });
  await record(ctx, { event: 'system.start' });
  const idle = Object.fromEntries(jobNames.map((name): [string, Job] => [name, async () => 0]));
  const jobs = { ...(idle as Record<JobName, Job>), 'expire shares': expireShares };
  const isClockRight = async () => (await updateTimeFloor(context())).state === 'right';
  const runner = createRunner({ node: newId(), jobs, everyMs: hour, context, isClockRight });
  const runJobs = async () => {
    await makeDue(db);
    await runner.look();
  };
  return { ctx, runJobs, hasShare: async () => (await db.share.count({ where: { id } })) === 1 };
}

test.each([
  ['years ahead at the start', async () => setClock(truth + 10 * year)],
  [
    'years ahead all of a sudden, while the server runs',
    async (runJobs: () => Promise<void>) => {
      await runJobs();
      setClock(truth + 30 * day);
    },
  ],
  ['years behind', async () => setClock(0)],
])('a clock that is %s deletes nothing, and the doctor says so until it is right again', async (_, turn) => {
  const { ctx, runJobs, hasShare } = await installation();
  await turn(runJobs);
  await runJobs();
  expect(await hasShare()).toBe(true);
  expect(await checkClock(ctx)).toMatchObject({
    outcome: 'failure',
    code: expect.stringMatching(/ahead|behind/),
  });
  setClock(truth + 2 * hour);
  await runJobs();
  expect(await hasShare()).toBe(true);
  expect((await readClock(ctx, Date.now())).state).toBe('right');
});

test('records that ended by a clock an admin confirmed are deleted', async () => {
  const { ctx, runJobs, hasShare } = await installation();
  setClock(truth + 30 * day);
  await runJobs();
  expect(await hasShare()).toBe(true);
  await confirmClock(ctx);
  await runJobs();
  expect(await hasShare()).toBe(false);
});

test('a server that was off for a weekend goes on by itself', async () => {
  const { runJobs, hasShare } = await installation();
  setClock(truth + 3 * day);
  await runJobs();
  expect(await hasShare()).toBe(true); // within its grace
  setClock(truth + 9 * day);
  await runJobs();
  expect(await hasShare()).toBe(false);
});

test('jobs that a fast clock postponed are due once it is right', async () => {
  const { ctx } = await installation();
  const far = new Date(truth + 10 * year);
  await ctx.db.job.create({ data: { name: 'sum tally', dueAt: far, leaseHolder: 'dead', leaseUntil: far } });
  await repairFutureTimes(ctx.db);
  await makeDue(ctx.db);
  expect(await dueJobs(ctx.db, newId())).toContain('sum tally');
});

test('rows written while the clock is behind are no older than those before', async () => {
  const { ctx } = await installation();
  await updateTimeFloor(ctx);
  setClock(0);
  await updateTimeFloor(ctx);
  expect(presentTime().getTime()).toBeGreaterThanOrEqual(truth);
  setClock(truth + hour);
  await updateTimeFloor(ctx);
  expect(presentTime().getTime()).toBe(truth + hour);
});
