import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isLong } from '@/testing/is-long';
import { bucketEnv, endpoint, freshBucket } from '@/testing/network/bucket';
import { admin } from '@/testing/server/test-server';
import { sha256, someBytes, tusClient } from '@/testing/service/transfer';
import { downloaded, newShare, sendAll, tokenAt } from './node-uploads';
import { type SharedNodes, sharedNodes } from './two-nodes';

const uploads = 200;
const leastKills = 2; // a fast machine sends more than it has to, until they happened
const atOnce = 8;
const largest = 6_000_000;

async function killing({ nodes }: SharedNodes, onKill: () => void, isOver: () => boolean): Promise<void> {
  for (;;) {
    await delay(randomInt(500, 2_500));
    if (isOver()) return;
    const node = nodes[randomInt(2)];
    await node?.kill();
    onKill();
    await delay(randomInt(1_000));
    await node?.start();
  }
}

const places = {
  'in a shared folder': { isLeftOut: false, settings: async () => ({}) },
  'in a bucket': { isLeftOut: endpoint === null, settings: async () => bucketEnv(await freshBucket()) },
};

const title = `${uploads} uploads or more over two nodes that are killed at random arrive as they were sent, none stuck for ten seconds`;

// It takes minutes; what one node does when another dies is in uploads-nodes.
describe.skipIf(!isLong).each(Object.keys(places) as (keyof typeof places)[])('%s', (place) => {
  test.skipIf(places[place].isLeftOut)(
    title,
    async () => {
      const both = await sharedNodes({
        RATE_LIMITS: 'off',
        SESSION_VALID: '2 hours',
        ...(await places[place].settings()),
      });
      let longestIdleMs = 0;
      let left = uploads;
      let kills = 0;
      const onProgress = (idleMs: number) => {
        longestIdleMs = Math.max(longestIdleMs, idleMs);
      };
      try {
        const auth = await tokenAt(both.nodes[0].url, admin);
        const shareId = await newShare(both.nodes[0].url, auth);
        const client = tusClient(both.nginx.port, shareId, auth);
        const sent = new Map<string, string>();
        const begin = async (length: number): Promise<string> =>
          client.begin(length).catch(() => delay(100).then(() => begin(length)));
        const worker = async () => {
          while (left-- > 0 || kills < leastKills) {
            const bytes = someBytes(randomInt(1, largest));
            const path = await begin(bytes.length);
            await sendAll(client, path, bytes, randomInt(10_000, 300_000), {
              onProgress,
              patienceMs: 30_000,
            });
            sent.set(path, sha256(bytes));
          }
        };
        let isOver = false;
        const killed = killing(
          both,
          () => kills++,
          () => isOver,
        );
        await Promise.all(Array.from({ length: atOnce }, worker)).finally(() => {
          isOver = true;
        });
        await killed;
        process.stdout.write(
          `${place}: ${sent.size} uploads, ${kills} kills, longest wait ${(longestIdleMs / 1000).toFixed(1)} s\n`,
        );
        for (const [path, sum] of sent) {
          expect(sha256(await downloaded(both.nginx.port, shareId, path, auth))).toBe(sum);
        }
        expect(sent.size).toBeGreaterThanOrEqual(uploads);
        expect(longestIdleMs).toBeLessThan(10_000);
      } finally {
        await both.remove();
      }
    },
    900_000,
  );
});
