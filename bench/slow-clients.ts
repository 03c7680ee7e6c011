// What 500 slow clients (64 KB/s each) cost: memory, and how long other people's calls take meanwhile.
// Run: npx tsx --tsconfig bench/tsconfig.json bench/slow-clients.ts   CLIENTS=500
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { latencyOf, printLatency, warmUp } from './lib/calls';
import { cpuOf, nowMiB, peakMiB, resetPeak } from './lib/cost';
import { headerLines, type Load, load } from './lib/load';
import { type Product, startProduct } from './lib/product';
import { introduce } from './lib/rounds';

const clients = Number(process.env.CLIENTS ?? 500);
const rate = 64_000;
const sizeBytes = 20 * rate;
const local = path.join(os.tmpdir(), 'slipway-bench-slow');

async function watched(ours: Product, what: string, work: Promise<Pick<Load, 'errors' | 'wallSeconds'>>) {
  resetPeak(ours.pid);
  const [before, cpu] = [nowMiB(ours.pid), cpuOf(ours.pid)];
  const latency = await latencyOf(ours, work);
  const { errors, wallSeconds } = await work;
  const after = cpuOf(ours.pid);
  const seconds = after.user + after.sys - cpu.user - cpu.sys;
  console.log(
    `${what}: ${wallSeconds.toFixed(0)} s, ${errors} errors, memory of the process in front ${before.toFixed(0)} → ` +
      `${peakMiB(ours.pid).toFixed(0)} MiB at most, ${seconds.toFixed(1)} CPU-s`,
  );
  return latency;
}

async function run(ours: Product): Promise<void> {
  await warmUp(ours);
  const idle = await latencyOf(ours, sleep(5_000));
  const common = { port: ours.port, hdr: headerLines(ours.headers), count: clients, conc: clients, rate };
  const shareId = await ours.newShare();
  const up = load({ ...common, mode: 'tus', path: ours.uploads(shareId), file: local });
  const during = await watched(ours, `${clients} slow uploads`, up);
  const file = await ours.upload(await ours.newShare(), local);
  const down = load({ ...common, mode: 'get', path: file });
  const reading = await watched(ours, `${clients} slow downloads`, down);
  printLatency([
    ['idle', idle],
    [`${clients} slow uploads`, during],
    [`${clients} slow downloads`, reading],
  ]);
}

introduce('Slow clients');
fs.writeFileSync(local, Buffer.alloc(sizeBytes, 'slipway'));
const ours = await startProduct({ RATE_LIMITS: 'off' });
try {
  await run(ours);
} finally {
  await ours.stop();
  fs.rmSync(local);
}
