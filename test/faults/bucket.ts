// Makes the bucket unreachable in four ways under load. Run: npm run test:faults -- bucket

import { startRadosgw } from '@/scripts/lib/radosgw.mjs';
import { freshBucket } from '@/testing/network/bucket';
import { startFaultyBucket } from '@/testing/network/faulty-bucket';
import { TestServer } from '@/testing/server/test-server';
import { Witness } from './lib/ask';
import { type Fault, runFault } from './lib/cycles';
import { DelayedProxy } from './lib/delayed-proxy';
import type { Figures, Outcome, Program } from './lib/program';
import { s3ServiceAt } from './lib/s3-service';
import { makeWorld } from './lib/world';

type Size = { cycles: number; holdMs: number; only?: string[] };
type Proxy = Awaited<ReturnType<typeof startFaultyBucket>>;

function faultsOf(proxy: Proxy, way: DelayedProxy, service: ReturnType<typeof s3ServiceAt>): Fault[] {
  const mended = () => {
    proxy.plan = () => null;
    way.delayMs = 0;
  };
  const planned = (plan: Proxy['plan']) => () => {
    proxy.plan = plan;
  };
  return [
    { name: 'cut', isSevere: true, on: planned(() => 'reset'), off: mended },
    {
      name: '30 % 503',
      isSevere: false,
      on: planned(() => (Math.random() < 0.3 ? 'busy' : null)),
      off: mended,
    },
    {
      name: '1.5 s late',
      isSevere: false,
      on: () => {
        way.delayMs = 750; // each way
      },
      off: mended,
    },
    { name: 'killed', isSevere: true, on: () => service.kill(), off: () => service.start() },
  ];
}

export async function breakBucket(
  { cycles, holdMs, only }: Size,
  say: (line: string) => void,
): Promise<Outcome> {
  const running = await startRadosgw();
  if (!running) return { figures: {}, failures: ['There is no S3 service to break.'] };
  const { endpoint } = running;
  const bucket = await freshBucket({ endpoint });
  const proxy = await startFaultyBucket(endpoint);
  const way = await DelayedProxy.to({ host: '127.0.0.1', port: Number(new URL(proxy.endpoint).port) });
  const server = await TestServer.make({
    env: {
      STORAGE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${way.port}`,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      SESSION_VALID: '2 hours',
      LOG_LEVEL: 'error',
    },
  });
  const figures: Figures = {};
  const failures: string[] = [];
  try {
    await server.start();
    const world = await makeWorld(server.url);
    const faults = faultsOf(proxy, way, s3ServiceAt(Number(new URL(endpoint).port)));
    for (const fault of faults.filter(({ name }) => only?.includes(name) ?? true)) {
      const witness = new Witness(server.url, ({ kind, status }) => kind === 'upload' && status === 423);
      // Larger than a part, so that several are in flight at the fault.
      const terms = { cycles, holdMs, world, witness, say, largestBytes: 24_000_000 };
      const outcome = await runFault(fault, terms);
      Object.assign(figures, outcome.figures);
      failures.push(...outcome.failures);
    }
    if (failures.length > 0) say(server.process.output.slice(-4_000));
  } finally {
    await server.remove();
    await way.close();
    proxy.stop();
    running.stop();
  }
  return { figures, failures };
}

export const program: Program = {
  about:
    'the bucket is cut off, answers 503 to three in ten calls, is late and is killed amid parts; everybody is told to come back, and nothing is lost',
  maxMinutes: 15,
  run: (say) => breakBucket({ cycles: 5, holdMs: 7_000 }, say),
};
