// Whether memory grows with the size of a file: 1 GiB and 16 GiB, up and down, with the peak of the process in front.
// Run: npx tsx --tsconfig bench/tsconfig.json bench/memory.ts   Needs 17 GiB of disk.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nowMiB, peakMiB, resetPeak } from './lib/cost';
import { headerLines, load } from './lib/load';
import { type Product, startProduct } from './lib/product';
import { introduce } from './lib/rounds';

const GiB = 2 ** 30;
const local = path.join(os.tmpdir(), 'slipway-bench-memory');

async function watched(ours: Product, what: string, work: () => Promise<void>): Promise<void> {
  resetPeak(ours.pid);
  const before = nowMiB(ours.pid);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const peak = peakMiB(ours.pid);
  console.log(
    `${what}: ${seconds.toFixed(0)} s, ${before.toFixed(0)} → ${peak.toFixed(0)} MiB at most, ${(peak - before).toFixed(0)} more`,
  );
}

async function run(ours: Product): Promise<void> {
  for (const size of [1, 1, 16]) {
    fs.truncateSync(local, size * GiB);
    const shareId = await ours.newShare();
    const upload = { mode: 'tus', path: ours.uploads(shareId), file: local, chunk: 10 * 2 ** 20 };
    const common = { port: ours.port, hdr: headerLines(ours.headers) };
    const done = async (work: ReturnType<typeof load>) => {
      const { errors } = await work;
      if (errors > 0) throw new Error(`${errors} errors`);
    };
    await watched(ours, `${size} GiB up`, () => done(load({ ...common, ...upload })));
    const address = await ours.addressOf(shareId);
    await watched(ours, `${size} GiB down`, () =>
      done(load({ ...common, mode: 'get', path: address, count: 1 })),
    );
    await ours.removeShare(shareId);
  }
}

introduce('Memory');
fs.writeFileSync(local, '');
const ours = await startProduct({ MIN_FREE_DISK: '0' });
try {
  await run(ours);
} finally {
  await ours.stop();
  fs.rmSync(local);
}
