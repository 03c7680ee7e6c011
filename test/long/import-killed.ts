// Kills an import of 2,000 shares and 5 GB ten times, with and without its database. The result has to equal that of
// an undisturbed import. Run: npm run test:long -- import-killed. `GB=1 SHARES=500 KILLS=4` makes it smaller. Needs
// three times the bytes on the disk.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { peakMiB } from '@/bench/lib/cost';
import { ServerProcess } from '@/testing/server/server-process';
import { admin, TestServer } from '@/testing/server/test-server';
import { Random } from '../faults/lib/random';
import { difference, stateOf } from './imported-state';
import { makePingvin } from './pingvin-source';

const root = path.resolve(import.meta.dirname, '../..');
const GB = 1e9;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-killed-'));
fs.chmodSync(folder, 0o711);
const kills = Number(process.env.KILLS ?? 10);
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

const inSeconds = ({ ms }: { ms: number }) => `${(ms / 1000).toFixed(1)} s`;
const say = (line: string) => process.stdout.write(`${line}\n`);
const servers: TestServer[] = [];
try {
  await run();
} finally {
  for (const server of servers) await server.remove();
  fs.rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const size = {
    shares: Number(process.env.SHARES ?? 2000),
    bytes: Number(process.env.GB ?? fittingGigabytes()) * GB,
  };
  const made = makePingvin(path.join(folder, 'pingvin'), size);
  say(`${size.shares} shares, ${made.files} files, ${made.bytes} bytes; seed ${seed}`);
  const whole = await createInstallation();
  const first = await runWholeImport(whole);
  const again = await runWholeImport(whole);
  say(`unbroken: ${inSeconds(first)}, at most ${first.peakMiB.toFixed(0)} MiB; again: ${inSeconds(again)}`);
  const broken = await createInstallation();
  await runKilled(broken, { wholeMs: first.ms, skipMs: again.ms });
  const last = await runWholeImport(broken);
  say(`after ${kills} kills: the rest in ${inSeconds(last)}, at most ${last.peakMiB.toFixed(0)} MiB`);
  const [one, other] = [await readLinks(whole), await readLinks(broken)];
  const odd = difference(one, other);
  if (odd !== null) throw new Error(`Only one of them has this:\n${odd}`);
  const left = fs.readdirSync(broken.dataDir).filter((name) => /^import-(?!.*\.txt$)/.test(name));
  if (left.length > 0) throw new Error(`${left.join(', ')} were left in its data folder`);
  say(`the same: ${one.rows.map(({ length }) => length).join(', ')} rows, ${one.stored.length} files`);
}

function fittingGigabytes(): number {
  const { bavail, bsize } = fs.statfsSync(folder);
  return Math.min(5, Math.floor((bavail * bsize) / 4 / GB));
}

async function createInstallation(): Promise<TestServer> {
  const server = await TestServer.make();
  servers.push(server);
  await server.start();
  await server.stop();
  return server;
}

/** Runs the import while Slipway is stopped, so that it starts the database itself. */
function startImport(server: TestServer): ServerProcess {
  return new ServerProcess({
    command: [
      path.join(root, 'scripts/import.mjs'),
      ...['pingvin', '--from', path.join(folder, 'pingvin'), '--owner', admin.login],
    ],
    cwd: server.home,
    env: { DATA_DIR: server.dataDir, LOG_LEVEL: 'warn' },
  });
}

type ImportRunStats = { ms: number; peakMiB: number };

async function runWholeImport(server: TestServer): Promise<ImportRunStats> {
  const began = performance.now();
  const run = startImport(server);
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, peakMiB(run.pid));
  }, 200);
  const { code } = await run.exit;
  clearInterval(looking);
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${run.output}`);
  return { ms: performance.now() - began, peakMiB: peak };
}

/** Limits each run to a part of the rest, so that something is left for all. */
async function runKilled(server: TestServer, { wholeMs, skipMs }: { wholeMs: number; skipMs: number }) {
  const random = new Random(seed);
  let leftMs = wholeMs - skipMs;
  for (let n = kills; n > 0; n--) {
    const workMs = ((1.4 * leftMs) / (n + 1)) * random.next();
    const run = startImport(server);
    const end = await Promise.race([run.exit, delay(skipMs * random.next() + workMs)]);
    if (end) throw new Error(`The import ended before its ${kills - n + 1}. kill:\n${run.output}`);
    run.kill(n % 2 === 0 ? 'all' : 'app');
    await run.exit;
    leftMs -= workMs;
    say(`killed after ${(workMs / 1000).toFixed(1)} s or more of work`);
  }
}

/** Reads all imported links as a visitor. */
async function readLinks(server: TestServer): ReturnType<typeof stateOf> {
  await server.start();
  const state = await stateOf(server);
  await server.stop();
  return state;
}
