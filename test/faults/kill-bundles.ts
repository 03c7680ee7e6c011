// Kills the whole server with its database during bundles. Run: npm run test:faults -- kill-bundles
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { session } from '@/lib/contract/session';
import { share } from '@/lib/contract/share/share';
import { bundleLines, formatHead } from '@/lib/domain/file/bundle';
import { type Api, api } from '@/testing/people/account';
import { admin, type TestServer } from '@/testing/server/test-server';
import type { Outcome, Program } from './lib/program';
import { withServer } from './lib/running-server';

type SmallFile = { key: string; name: string; bytes: Buffer; id: string | null };

const newFile = (n: number): SmallFile => ({
  key: randomBytes(20).toString('hex'),
  name: `${n}.bin`,
  bytes: randomBytes(randomInt(1, 40_000)),
  id: null,
});

type Sender = { url: string; headers: Record<string, string>; onLoss: (sentence: string) => void };

/** Sends what has no answer yet, in pieces with pauses, so that kills meet it at every step. */
async function sendBundle({ url, headers, onLoss }: Sender, files: SmallFile[]): Promise<void> {
  async function* body() {
    for (const { key, name, bytes } of files.filter(({ id }) => id === null)) {
      yield formatHead({ key, path: name, size: bytes.length });
      yield bytes;
      await sleep(randomInt(0, 40));
    }
  }
  const init = { method: 'POST', headers, body: body() as unknown as BodyInit, duplex: 'half' };
  let text = '';
  try {
    const answer = await fetch(url, init as RequestInit);
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) text += decoder.decode(part, { stream: true });
  } catch {} // it was killed
  if (bundleLines(text).every(({ id }) => !id)) await sleep(200);
  for (const { key, id } of bundleLines(text)) {
    const file = files.find((one) => one.key === key);
    if (!file || !id) continue;
    if (file.id !== null && file.id !== id) onLoss(`${file.name} became another file`);
    file.id = id;
  }
}

async function killRepeatedly(
  server: TestServer,
  owner: Api,
  { count, isOver }: { count: () => void; isOver: () => boolean },
): Promise<void> {
  for (;;) {
    await sleep(randomInt(700, 2_500));
    if (isOver()) return;
    await server.kill();
    count();
    await server.start();
    for (let isThere = false; !isThere; )
      isThere = await owner.call(session.list, {}).then(
        () => true,
        () => false,
      );
  }
}

const bundleFiles = 50;

type Size = { files: number; leastKills: number };

async function killUnderBundles(size: Size, say: (line: string) => void): Promise<Outcome> {
  return withServer({ RATE_LIMITS: 'off' }, async (server) => {
    const owner = await api(admin);
    const failures: string[] = [];
    const body = { name: 'Bundles', validity: 3_600_000, maxViews: 1 };
    const { id: shareId } = await owner.call(share.create, { body });
    const url = `${server.url}${fillPath(bytePaths.bundle, { id: shareId })}`;
    const sender = { url, headers: owner.headers, onLoss: (sentence: string) => failures.push(sentence) };
    const files: SmallFile[] = [];
    let [kills, isOver] = [0, false];
    const worker = async () => {
      while (files.length < size.files || kills < size.leastKills) {
        const bundle = Array.from({ length: bundleFiles }, () => newFile(files.length));
        files.push(...bundle);
        while (bundle.some(({ id }) => id === null)) await sendBundle(sender, bundle);
        say(`${files.length} files are through, ${kills} kills`);
      }
    };
    const work = Promise.all([worker(), worker()]).finally(() => {
      isOver = true;
    });
    await Promise.all([work, killRepeatedly(server, owner, { count: () => kills++, isOver: () => isOver })]);
    const { lost, extra } = await compare(server, owner, { shareId, files });
    failures.push(...lost.map((name) => `${name} isn’t as it was sent`));
    failures.push(...extra.map((name) => `${name} is extra`));
    const wrong = { lost: lost.length, 'doubled or unfinished': extra.length };
    return { figures: { files: files.length, kills, ...wrong }, failures };
  });
}

/** What isn't there as it was sent, and what is there and isn't one of them. */
async function compare(
  server: TestServer,
  owner: Api,
  { shareId, files }: { shareId: string; files: SmallFile[] },
): Promise<{ lost: string[]; extra: string[] }> {
  const lost: string[] = [];
  for (const { id, name, bytes } of files) {
    const path = fillPath(bytePaths.ownFile, { id: shareId, fileId: id ?? '' });
    const answer = await fetch(`${server.url}${path}`, { headers: owner.headers });
    if (!answer.ok || !bytes.equals(Buffer.from(await answer.arrayBuffer()))) lost.push(name);
  }
  const ids = new Set(files.map(({ id }) => id));
  const there = await owner.call(share.get, { params: { id: shareId } });
  return { lost, extra: there.files.filter(({ id }) => !ids.has(id)).map(({ filename }) => filename) };
}

export const program: Program = {
  about: 'the server and its database are killed every second or two under bundles; each file is there once',
  maxMinutes: 20,
  run: (say) => killUnderBundles({ files: 500, leastKills: 10 }, say),
};
