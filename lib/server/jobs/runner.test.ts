import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '@/lib/server/ids';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { openContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { type JobName, jobNames, makeDue } from './queue';
import { createRunner, type Job } from './runner';

const hour = 3_600_000;
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());
beforeEach(async () => {
  await database.db.job.deleteMany();
});

const nothing = Object.fromEntries(jobNames.map((name): [string, Job] => [name, async () => 0])) as {
  [Name in JobName]: Job;
};

function runnerWith(name: JobName, job: Job) {
  const jobs = { ...nothing, [name]: job };
  const context = () => openContext({ db: database.db });
  return createRunner({ node: newId(), jobs, everyMs: hour, context, isClockRight: async () => true });
}

const row = (name: JobName) => database.db.job.findUniqueOrThrow({ where: { name } });
const minutesLeft = ({ dueAt }: { dueAt: Date }) => (dueAt.getTime() - Date.now()) / 60_000;

test('a job is run by one of several nodes, and again only after its interval', async () => {
  let runs = 0;
  const nodes = Array.from({ length: 4 }, () => runnerWith('sum tally', async () => ++runs));
  await makeDue(database.db);
  await Promise.all(nodes.map((node) => node.look()));
  await Promise.all(nodes.map((node) => node.look()));
  expect(runs).toBe(1);
  expect(await row('sum tally')).toMatchObject({ leaseHolder: null, failures: 0 });
  expect(Math.round(minutesLeft(await row('sum tally')))).toBe(60);
});

test('a job that is asked for while it runs runs once more afterwards', async () => {
  let runs = 0;
  const ask = async () => {
    runJobSoon(openContext({ db: database.db }), 'remove bytes');
    await expect
      .poll(async () => (await row('remove bytes')).dueAt.getTime())
      .toBeLessThan(Date.now() + 1000);
  };
  const node = runnerWith('remove bytes', async () => {
    if (runs++ === 0) await ask();
    return 0;
  });
  await makeDue(database.db);
  await node.look();
  expect(runs).toBe(2);
});

test('a failed job runs again, after longer and longer pauses, and before its interval', async () => {
  let isBroken = true;
  const node = runnerWith('hash files', async () => {
    if (isBroken) throw new Error('the disk is away');
    return 0;
  });
  await makeDue(database.db);
  for (const wait of [5_000, 10_000, 20_000, 40_000]) {
    const began = Date.now();
    await node.look();
    const dueAt = (await row('hash files')).dueAt.getTime();
    expect(dueAt).toBeGreaterThanOrEqual(began + wait);
    expect(dueAt).toBeLessThanOrEqual(Date.now() + wait);
    await database.db.job.updateMany({ data: { dueAt: new Date(0) } });
  }
  isBroken = false;
  await node.look();
  expect((await row('hash files')).failures).toBe(0);
});

test('the job of a node that died is done by another one as soon as its lease is over', async () => {
  let runs = 0;
  const dying = runnerWith('expire shares', () => new Promise(() => undefined));
  const other = runnerWith('expire shares', async () => ++runs);
  await makeDue(database.db);
  void dying.look();
  await expect.poll(async () => (await row('expire shares')).leaseHolder).not.toBeNull();
  await other.look();
  expect(runs).toBe(0);
  await database.db.job.updateMany({ data: { leaseUntil: new Date(0) } });
  await other.look();
  expect(runs).toBe(1);
});

test('a node that stops ends what it does, and begins nothing more', async () => {
  const job: { finish?: (count: number) => void } = {};
  const node = runnerWith(
    'hash files',
    () => new Promise((resolve) => Object.assign(job, { finish: resolve })),
  );
  await makeDue(database.db);
  const looking = node.look();
  await expect.poll(() => job.finish).toBeDefined();
  let isOver = false;
  const ending = node.end().then(() => {
    isOver = true;
  });
  expect(isOver).toBe(false);
  job.finish?.(0);
  await Promise.all([ending, looking]);
  expect(await row('hash files')).toMatchObject({ leaseHolder: null, failures: 0 });
  await makeDue(database.db);
  await node.look();
  expect((await row('hash files')).leaseHolder).toBeNull();
});
