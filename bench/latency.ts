// How long calls take while nothing else happens, and while four people upload 1 GiB each.
// Run: npx tsx --tsconfig bench/tsconfig.json bench/latency.ts   ROUNDS=5
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Latency, latencyOf, printLatency, warmUp } from './lib/calls';
import { headerLines, load } from './lib/load';
import { type Product, startProduct } from './lib/product';
import { introduce, median, rounds } from './lib/rounds';

const local = path.join(os.tmpdir(), 'slipway-bench-latency');

async function uploadFour(ours: Product): Promise<void> {
  const shareId = await ours.newShare();
  const hdr = headerLines(ours.headers);
  const { port } = ours;
  await load({ mode: 'tus', port, path: ours.uploads(shareId), file: local, count: 4, conc: 4, hdr });
  await ours.removeShare(shareId);
}

const middle = (all: Latency[]): Latency =>
  Object.fromEntries(
    Object.keys(all[0] ?? {}).map((name) => {
      const of = (quantile: 'p50' | 'p99') => median(all.map((one) => one[name]?.[quantile] ?? Number.NaN));
      return [name, { p50: of('p50'), p99: of('p99') }];
    }),
  );

introduce('Latency of calls');
fs.writeFileSync(local, Buffer.alloc(2 ** 30, 'slipway'));
const ours = await startProduct({ RATE_LIMITS: 'off' });
const [idle, busy]: [Latency[], Latency[]] = [[], []];
try {
  await warmUp(ours);
  for (let round = 0; round < rounds; round++) {
    idle.push(await latencyOf(ours, sleep(5_000)));
    busy.push(await latencyOf(ours, uploadFour(ours)));
  }
  printLatency([
    ['idle', middle(idle)],
    ['while 4 × 1 GiB upload', middle(busy)],
  ]);
} finally {
  await ours.stop();
  fs.rmSync(local);
}
