// Tells of 1,000 events a receiver that fails by half, from two nodes of which the one that sends is killed again and
// again: each event comes at least once, unchanged when it comes again, and nothing comes unsigned.
// Run: npm run test:long -- webhooks. EVENTS and KILLS make it smaller.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { sharedNodes } from '@/e2e/start/two-nodes';
import { share } from '@/lib/contract/share/share';
import { webhook } from '@/lib/contract/webhook';
import {
  type ReceivedEvent,
  receiveWebhooks,
  signatureOf,
  signaturesOf,
} from '@/testing/network/webhook-receiver';
import { type Api, api } from '@/testing/people/account';
import { admin, type TestServer } from '@/testing/server/test-server';

const { EVENTS = '1000', KILLS = '5' } = process.env;
const [events, kills] = [Number(EVENTS), Number(KILLS)];
const say = (line: string) => process.stdout.write(`${line}\n`);
const idOf = ({ headers }: ReceivedEvent) => String(headers['webhook-id']);

const [told, failures] = [new Set<string>(), new Map<string, number>()];
let asked = 0;
const hook = await receiveWebhooks((count) => {
  const id = idOf(hook.received[count - 1] as ReceivedEvent);
  const failed = failures.get(id) ?? 0;
  // After eight retries an event would be given up.
  if (asked++ % 2 === 0 && failed < 5) {
    failures.set(id, failed + 1);
    return 500;
  }
  told.add(id);
  return 200;
});
const both = await sharedNodes({ RATE_LIMITS: 'off', WEBHOOK_HOSTS: '127.0.0.0/8' });
const db = new pg.Client({ connectionString: both.databaseUrl });
const began = performance.now();

async function run(as: Api): Promise<void> {
  const names = { url: hook.url, events: ['share.published', 'share.ended'] as const };
  const { id, secret } = await as.call(webhook.create, {
    body: { ...names, events: [...names.events], password: admin.password },
  });
  const { id: shareId } = await as.call(share.create, { body: { validity: 3_600_000, maxViews: 1 } });
  const params = { id: shareId };
  const killing = killSenders();
  let called = 0;
  for (let nth = 0; nth < events; nth++) {
    const isEven = nth % 2 === 0;
    const made = isEven
      ? as.call(share.publish, { params, body: { reuseId: true } })
      : as.call(share.unpublish, { params });
    // A call that a kill breaks off may have told of its event or not; another one takes its place.
    await made.then(
      () => called++,
      () => delay(200).then(() => nth--),
    );
  }
  say(`${called} calls answered after ${seconds()} s`);
  await killing;
  const known = await allTold(id ?? '');
  if (known.length < called) throw new Error(`${called} calls made ${known.length} events.`);
  check(secret ?? '', known);
}

const seconds = () => ((performance.now() - began) / 1_000).toFixed(1);

/** Kills the node that sends, each time after its part of the events. */
async function killSenders(): Promise<void> {
  const [first, second] = both.nodes;
  await second.stop();
  const ids = await nodeIds();
  const nodes = new Map<string, TestServer>([[ids[0] ?? '', first]]);
  await startKnown(nodes, second);
  for (let kill = 1; kill <= kills; kill++) {
    while (told.size < (events / (kills + 1)) * kill) await passTime();
    const node = nodes.get(await sender());
    if (!node) throw new Error('Nobody that is known sends.');
    await node.kill();
    say(`killed ${kill} times, ${told.size} events told by ${hook.received.length} requests`);
    await startKnown(nodes, node);
  }
}

const nodeIds = async (): Promise<string[]> =>
  (await db.query(`SELECT substr("key", 6) AS "id" FROM "Setting" WHERE "key" LIKE 'node %'`)).rows.map(
    ({ id }) => id,
  );

async function startKnown(nodes: Map<string, TestServer>, node: TestServer): Promise<void> {
  const before = await nodeIds();
  await node.start();
  for (;;) {
    const id = (await nodeIds()).find((each) => !before.includes(each));
    if (id) return void nodes.set(id, node);
    await delay(20);
  }
}

async function sender(): Promise<string> {
  for (;;) {
    const { rows } = await db.query(
      `SELECT "leaseHolder" FROM "Job" WHERE "name" = 'send webhooks' AND "leaseUntil" > now()`,
    );
    if (rows[0]?.leaseHolder) return rows[0].leaseHolder;
    await passTime();
  }
}

/** The pauses between attempts are hours in the end. */
async function passTime(): Promise<void> {
  await db.query(
    `UPDATE "WebhookDelivery" SET "dueAt" = now() WHERE "dueAt" > now() + interval '40 seconds'`,
  );
  await db.query(`UPDATE "Job" SET "dueAt" = now() WHERE "name" = 'send webhooks' AND "leaseHolder" IS NULL`);
  await delay(20);
}

/** @returns the ids of all events of the webhook when none waits any more */
async function allTold(webhookId: string): Promise<string[]> {
  for (;;) {
    const { rows } = await db.query<{ id: string; dueAt: Date | null }>(
      `SELECT "id", "dueAt" FROM "WebhookDelivery" WHERE "webhookId" = $1`,
      [webhookId],
    );
    if (rows.every(({ dueAt }) => dueAt === null)) return rows.map(({ id }) => id);
    await passTime();
  }
}

function check(secret: string, known: readonly string[]): void {
  const { received } = hook;
  const bodies = new Map<string, Set<string>>();
  for (const one of received) bodies.set(idOf(one), (bodies.get(idOf(one)) ?? new Set()).add(one.body));
  const lost = known.filter((id) => !told.has(id)).length;
  const unsigned = received.filter((one) => !signaturesOf(one).includes(signatureOf(one, secret))).length;
  const changed = [...bodies.values()].filter(({ size }) => size > 1).length;
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
  say(`${known.length} events, ${received.length} requests, ${failed} answered by 500, ${seconds()} s`);
  say(
    `${received.length - failed - told.size} came twice; lost: ${lost}, unsigned: ${unsigned}, changed: ${changed}`,
  );
  if (lost + unsigned + changed > 0) throw new Error('An event is lost, unsigned or changed.');
}

try {
  await db.connect();
  await run(await api(admin, `http://localhost:${both.nginx.port}`));
} finally {
  hook.close();
  await db.end();
  await both.remove();
}
