import 'server-only';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BucketSettings } from '@/lib/server/storage/s3/part-store';

const waitMs = 60_000;
const connectMs = 5_000;

/** Lets a bucket's service that starts together with ours come up. `testBucket` says the rest. */
export async function waitForBucket(
  { endpoint, region }: Pick<BucketSettings, 'endpoint' | 'region'>,
  say: (line: string) => void,
  timing = { patienceMs: waitMs, pauseMs: 500 },
): Promise<void> {
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const untilMs = performance.now() + timing.patienceMs;
  for (let isFirst = true; !(await isListening(url)) && performance.now() < untilMs; isFirst = false) {
    if (isFirst) say(`Waiting up to a minute for the bucket (nobody answers at ${url.origin})`);
    await sleep(timing.pauseMs);
  }
}

const isListening = ({ hostname, port, protocol }: URL) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (protocol === 'https:' ? 443 : 80),
      timeout: connectMs,
    });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => end(false));
  });
