// Opens 500 pages that listen to shares on one node, and tells what they cost beside none: memory, CPU while nothing
// happens, the time of other calls, and how soon every page hears of a visit.
// Run: npm run test:long -- live-many. PAGES makes it smaller.
import { setTimeout as delay } from 'node:timers/promises';
import { cpuOf } from '@/bench/lib/cost';
import { call } from '@/lib/client/call/call';
import { account } from '@/lib/contract/account/account';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { liveBeatMs } from '@/lib/contract/byte-calls/live';
import { open } from '@/lib/contract/open';
import { share } from '@/lib/contract/share/share';
import { type EventReader, readEvents } from '@/testing/network/events';
import { type Api, api } from '@/testing/people/account';
import { admin, TestServer } from '@/testing/server/test-server';
import { percentile, usageOf } from '../faults/lib/process-figures';

const pages = Number(process.env.PAGES ?? 500);
const ofAccount = 20;
const quietMs = 3 * liveBeatMs;
const say = (line: string) => process.stdout.write(`${line}\n`);

type Owner = { as: Api; shareId: string; link: string };

const server = await (await TestServer.make()).start();
try {
  const boss = await api(admin, server.url);
  const owners = await makeOwners(boss, Math.ceil(pages / ofAccount));
  await report(boss, 'no page', quietMs);
  const readers = await listen(owners);
  await report(boss, `${pages} pages`, quietMs);
  if (readers.some((reader) => reader.isOver())) throw new Error('A stream ended by itself.');
  await tellVisits(owners, readers);
  await endRights(owners, readers);
} finally {
  await server.remove();
}

async function makeOwners(boss: Api, count: number): Promise<Owner[]> {
  const owners: Owner[] = [];
  for (let nth = 0; nth < count; nth++) {
    const one = { login: `owner-${nth}`, password: `the password of owner ${nth}` };
    await boss.call(account.create, { body: { ...one, state: 'Active', admin: false } });
    const as = await api(one, server.url);
    const made = await as.call(share.create, { body: { validity: 86_400_000, maxViews: 100 } });
    const { id: link } = await as.call(share.publish, { params: { id: made.id }, body: { reuseId: true } });
    owners.push({ as, shareId: made.id, link });
  }
  return owners;
}

async function listen(owners: readonly Owner[]): Promise<EventReader[]> {
  const began = performance.now();
  const readers = await Promise.all(
    Array.from({ length: pages }, (_, nth) => {
      const { as, shareId } = owners[nth % owners.length] as Owner;
      const path = allBytePaths.shareLive.replace('{id}', shareId);
      return readEvents(`${server.url}${path}`, as.headers);
    }),
  );
  const refused = readers.filter(({ status }) => status !== 200);
  if (refused.length > 0) throw new Error(`${refused.length} pages were refused.`);
  await until(() => readers.every(({ events }) => events.length > 0));
  say(`${pages} pages listen after ${since(began)} ms`);
  return readers;
}

/** Another call, ten times a second, is what people feel. */
async function report(boss: Api, what: string, ms: number): Promise<void> {
  const { pid } = server.process;
  const [before, began] = [cpuOf(pid), performance.now()];
  const times: number[] = [];
  while (performance.now() - began < ms) {
    const asked = performance.now();
    await boss.call(share.received, {});
    times.push(performance.now() - asked);
    await delay(100);
  }
  const { user, sys } = cpuOf(pid);
  const cpu = ((user + sys - before.user - before.sys) / ms) * 100_000;
  const [middle, slow, most] = [percentile(times, 0.5), percentile(times, 0.99), Math.max(...times)];
  say(
    `${what}: ${usageOf(pid).rssMb} MB, ${cpu.toFixed(1)} % of a core, other calls ${middle.toFixed(1)} ms, p99 ${slow.toFixed(1)}, slowest ${most.toFixed(1)}`,
  );
}

async function tellVisits(owners: readonly Owner[], readers: readonly EventReader[]): Promise<void> {
  const began = performance.now();
  await Promise.all(owners.map(({ link }) => call(open.get, { params: { id: link } }, { base: server.url })));
  const hasHeard = ({ events }: EventReader) => (events.at(-1) as { views: number }).views === 1;
  await until(() => readers.every(hasHeard));
  say(`a visit of each of ${owners.length} shares is told to all pages after ${since(began)} ms`);
}

/** A share that is deleted ends its pages at once, and those of the others go on. */
async function endRights(owners: readonly Owner[], readers: readonly EventReader[]): Promise<void> {
  const [first] = owners;
  if (!first) return;
  await first.as.call(share.remove, { params: { id: first.shareId } });
  const isFirst = (nth: number) => nth % owners.length === 0;
  await until(() => readers.every((reader, nth) => reader.isOver() === isFirst(nth)));
  say('pages of a deleted share ended, and no other');
  for (const reader of readers) reader.close();
}

async function until(isSo: () => boolean): Promise<void> {
  for (const began = performance.now(); !isSo(); await delay(10))
    if (performance.now() - began > 3 * liveBeatMs) throw new Error('It did not come to pass in a minute.');
}

function since(began: number): string {
  return (performance.now() - began).toFixed(0);
}
