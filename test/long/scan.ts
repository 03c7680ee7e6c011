// Kills clamd ten times while 500 files arrive: each gets its verdict, and none is let through before. Then what the scan
// adds to 10,000 small files of one share and to 200 files of 10 MB. Run: npm run test:long -- scan. FILES, KILLS, SMALL
// and LARGE make it smaller.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { share } from '@/lib/contract/share/share';
import { type Api, api } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { admin, TestServer } from '@/testing/server/test-server';
import { type Clamd, eicar, startClamd } from '@/testing/service/clamd';

const { FILES = '500', KILLS = '10', SMALL = '10000', LARGE = '200' } = process.env;
const [files, kills, small, large] = [FILES, KILLS, SMALL, LARGE].map(Number) as [
  number,
  number,
  number,
  number,
];
const say = (line: string) => process.stdout.write(`${line}\n`);
const largeBytes = 10_000_000;

type Run = { server: TestServer; as: Api; db: pg.Client };

const clamd = await startClamd({ maxBytes: 2 * largeBytes });
if (!clamd) throw new Error('There is no clamd here.');
try {
  await withServer(clamd, (run) => runThroughKills(run, clamd));
  const without = await withServer(null, timeOf);
  const scanned = await withServer(clamd, timeOf);
  say(`${small} small files: ${without.small} s, ${scanned.small} s until the last verdict`);
  say(`${large} files of 10 MB: ${without.large} s, ${scanned.large} s until the last verdict`);
} finally {
  await clamd.stop();
}

async function withServer<T>(scanner: Clamd | null, use: (run: Run) => Promise<T>): Promise<T> {
  const env = {
    RATE_LIMITS: 'off',
    MAX_SIZE: '10G',
    SCAN: 'all',
    ...(scanner && { CLAMD: `tcp://127.0.0.1:${scanner.tcp.port}` }),
  };
  const server = await (await TestServer.make({ env })).start();
  const db = new pg.Client({ connectionString: server.databaseUrl });
  try {
    await db.connect();
    return await use({ server, db, as: await api(admin, server.url) });
  } finally {
    await db.end();
    await server.remove();
  }
}

async function together(count: number, work: (nth: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
}

type Counts = Record<string, number>;

async function statesOf(db: pg.Client, infected: boolean): Promise<Counts> {
  const { rows } = await db.query<{ scan: string; count: string }>(
    `SELECT "scan", count(*) AS "count" FROM "File" WHERE "name" LIKE $1 AND "state" = 'complete' GROUP BY "scan"`,
    [infected ? 'virus%' : 'clean%'],
  );
  return Object.fromEntries(rows.map(({ scan, count }) => [scan, Number(count)]));
}

async function runThroughKills({ server, as, db }: Run, scanner: Clamd): Promise<void> {
  const aliasId = await newAlias(as);
  let sent = 0;
  let isSent = false;
  const sending = together(files, async (nth) => {
    const isVirus = nth % 25 === 0;
    const body = isVirus ? eicar : randomBytes(20_000);
    const name = `${isVirus ? 'virus' : 'clean'}-${nth}`;
    const answer = await fetch(`${server.url}/u/alias/${aliasId}/${name}`, { method: 'PUT', body });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    sent++;
  }).finally(() => {
    isSent = true;
  });
  for (let kill = 1; kill <= kills; kill++) {
    while (sent < (files / (kills + 1)) * kill && !isSent) await delay(20);
    await scanner.kill();
    await checkNoneFreed(db);
    await scanner.start();
    say(`killed ${kill} times, ${sent} files sent`);
  }
  await sending;
  await waitForVerdicts(db, () => checkNoneFreed(db));
  const [clean, infected] = [await statesOf(db, false), await statesOf(db, true)];
  const viruses = Math.ceil(files / 25);
  say(`clean: ${JSON.stringify(clean)}, infected: ${JSON.stringify(infected)}`);
  if (clean.clean !== files - viruses || infected.infected !== viruses)
    throw new Error('A verdict is missing.');
}

async function checkNoneFreed(db: pg.Client): Promise<void> {
  const { pending: _, infected: __, ...freed } = await statesOf(db, true);
  if (Object.keys(freed).length > 0) throw new Error(`let through: ${JSON.stringify(freed)}`);
}

async function waitForVerdicts(db: pg.Client, meanwhile: () => Promise<void> = async () => undefined) {
  for (;;) {
    await meanwhile();
    const { rows } = await db.query(
      `SELECT 1 FROM "File" WHERE "scan" = 'pending' OR "state" <> 'complete' LIMIT 1`,
    );
    if (rows.length === 0) return;
    await delay(100);
  }
}

async function timeOf({ server, as, db }: Run): Promise<{ small: number; large: number }> {
  const timed = async (count: number, bytes: () => Buffer): Promise<number> => {
    const { id } = await as.call(share.create, { body: { validity: 3_600_000, maxViews: 1 } });
    const began = performance.now();
    await together(count, async (nth) => {
      const body = bytes();
      const answer = await fetch(`${server.url}/api/v2/sec/upload/${id}/files/tus`, {
        method: 'POST',
        headers: {
          ...as.headers,
          'tus-resumable': '1.0.0',
          'upload-length': String(body.length),
          'sharry-file-name': `clean-${nth}`,
          'content-type': 'application/offset+octet-stream',
        },
        body: new Uint8Array(body),
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    });
    await waitForVerdicts(db);
    return Math.round((performance.now() - began) / 100) / 10;
  };
  const tenMegabytes = randomBytes(largeBytes);
  return {
    small: await timed(small, () => randomBytes(2_000)),
    large: await timed(large, () => tenMegabytes),
  };
}
