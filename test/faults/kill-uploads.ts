// Kills the whole server with its database every few seconds during uploads. Run: npm run test:faults -- kill-uploads
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { session } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { type Api, api } from '@/testing/people/account';
import { admin, type TestServer } from '@/testing/server/test-server';
import type { Outcome, Program } from './lib/program';
import { withServer } from './lib/running-server';
import { uploadByTus } from './lib/tus-upload';

type Size = {
  uploads: number;
  leastKills: number;
  largestBytes: number;
  pauseMs: number;
  lifeMs: [least: number, most: number];
};

const atOnce = 24;
const sum = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Kills and restarts in a loop, and measures the time to the first good response. */
async function killRepeatedly(
  server: TestServer,
  owner: Api,
  [least, most]: Size['lifeMs'],
  readyMs: number[],
  isOver: () => boolean,
): Promise<void> {
  for (;;) {
    await sleep(randomInt(least, most));
    if (isOver()) return;
    await server.kill();
    const began = performance.now();
    await server.start();
    await untilDone(() => owner.call(session.list, {}));
    readyMs.push(Math.round(performance.now() - began));
  }
}

async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries > 200) throw error;
      await sleep(300);
    }
  }
}

type UploadedFile = { shareId: string; path: string; sha256: string; name: string };

async function sendOne(server: TestServer, owner: Api, size: Size, onLoss: (sentence: string) => void) {
  const bytes = randomBytes(randomInt(1_000, size.largestBytes));
  const streams = randomInt(2) === 1 ? 3 : 1;
  const name = `Kept ${randomBytes(4).toString('hex')}`;
  const body = { name, validity: 3_600_000, maxViews: 1 };
  const { id: shareId } = await untilDone(() => owner.call(share.create, { body }));
  const { path, resumed } = await uploadByTus(bytes, {
    endpoint: `${server.url}${fillPath(bytePaths.uploads, { id: shareId })}`,
    headers: owner.headers,
    chunkBytes: randomInt(40_000, 400_000),
    pauseMs: size.pauseMs,
    isTwoInFlight: randomInt(2) === 1,
    streams,
    onLoss,
  });
  return { sent: { shareId, path, sha256: sum(bytes), name }, resumed, streams, bytes: bytes.length };
}

/** Checks that every acknowledged file is there with its name and bytes. */
async function verify(
  server: TestServer,
  owner: Api,
  { shareId, path, sha256, name }: UploadedFile,
): Promise<string | null> {
  const found = await owner.call(share.get, { params: { id: shareId } }).catch(() => null);
  if (found?.name !== name) return `the share ${shareId} is lost`;
  const complete = found.files.filter((file) => file.complete);
  if (complete.length !== 1) return `${path} is there ${complete.length} times`;
  const fileId = path.slice(path.lastIndexOf('/') + 1);
  const url = `${server.url}${fillPath(bytePaths.ownFile, { id: shareId, fileId })}`;
  const answer = await fetch(url, { headers: owner.headers });
  if (!answer.ok) return `${path} is ${answer.status}`;
  return sum(Buffer.from(await answer.arrayBuffer())) === sha256 ? null : `${path} has other bytes`;
}

async function killUnderUploads(size: Size, say: (line: string) => void): Promise<Outcome> {
  return withServer({ RATE_LIMITS: 'off' }, async (server) => {
    const owner = await api(admin);
    const failures: string[] = [];
    const all: Awaited<ReturnType<typeof sendOne>>[] = [];
    const readyMs: number[] = [];
    let left = size.uploads;
    let isOver = false;
    const worker = async () => {
      while (left-- > 0 || readyMs.length < size.leastKills) {
        all.push(await sendOne(server, owner, size, (sentence) => failures.push(sentence)));
        if (all.length % 20 === 0) say(`${all.length} uploads are through, ${readyMs.length} kills`);
      }
    };
    const work = Promise.all(Array.from({ length: atOnce }, worker)).finally(() => {
      isOver = true;
    });
    await Promise.all([work, killRepeatedly(server, owner, size.lifeMs, readyMs, () => isOver)]);
    readyMs.sort((a, b) => a - b);
    let identical = 0;
    for (const { sent } of all) {
      const problem = await verify(server, owner, sent);
      if (problem === null) identical++;
      else failures.push(problem);
    }
    return {
      figures: {
        uploads: all.length,
        'MB sent': Math.round(all.reduce((total, { bytes }) => total + bytes, 0) / 1e6),
        'in three streams': all.filter(({ streams }) => streams > 1).length,
        kills: readyMs.length,
        'taken up again': all.reduce((total, { resumed }) => total + resumed, 0),
        identical,
        'acknowledged bytes or shares lost': all.length - identical,
        'start to first answer p50, ms': readyMs[Math.floor(readyMs.length / 2)] ?? 0,
        'start to first answer max, ms': readyMs.at(-1) ?? 0,
      },
      failures,
    };
  });
}

export const program: Program = {
  about:
    'the server and its database are killed every 2 to 5 seconds under 200 uploads; each arrives as it was sent',
  maxMinutes: 20,
  run: (say) =>
    killUnderUploads(
      { uploads: 200, leastKills: 10, largestBytes: 2_600_000, pauseMs: 120, lifeMs: [2_000, 5_000] },
      say,
    ),
};
