import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { answerProbe } from './probes';
import { checkNames, createReadiness, type Readiness, type ReadinessCheck } from './readiness';

let failing: Partial<Readiness> = {};
const ok: ReadinessCheck = { ok: true, ms: 1, detail: '' };
const server = http.createServer((req, res) => {
  const all = Object.fromEntries(checkNames.map((name) => [name, ok])) as Readiness;
  const readiness = () => Promise.resolve({ ...all, ...failing });
  answerProbe(req, res, { readiness, metrics: async () => '', token: () => undefined });
});
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => server.close());

async function ask(headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers });
  return { status: answer.status, text: await answer.text() };
}

test('a node whose files can’t be written is not ready, and strangers hear no path', async () => {
  failing = { storage: { ok: false, ms: 1, detail: "EACCES: permission denied, access '/srv/files/.'" } };
  const [here, stranger] = [await ask(), await ask({ 'x-forwarded-for': '192.0.2.1' })];
  expect([here.status, stranger.status]).toEqual([503, 503]);
  expect(here.text).toContain('EACCES');
  expect(stranger.text).not.toContain('/srv');
  expect(JSON.parse(stranger.text)).toMatchObject({ ready: false, checks: { storage: false, disk: true } });
});

test('a disk that hangs is waited for within bounds, and asked once', async () => {
  let probes = 0;
  const probe = () => {
    probes++;
    return new Promise<void>(() => undefined);
  };
  const readiness = createReadiness({ storage: () => ({ probe }) as never, isRunning: () => true });
  for (let n = 0; n < 2; n++) {
    expect((await readiness()).storage).toMatchObject({ ok: false, detail: 'no answer within 4000 ms' });
    await new Promise((later) => setTimeout(later, 1_100));
  }
  expect(probes).toBe(1);
});

test('a check of the storage that takes its time is answered at once from the one before', async () => {
  let release: () => void = () => undefined;
  const probe = vi.fn(async () => undefined);
  const readiness = createReadiness({ storage: () => ({ probe }) as never, isRunning: () => true });
  expect((await readiness()).storage).toMatchObject({ ok: true });

  let later = performance.now() + 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => later);
  onTestFinished(() => void vi.restoreAllMocks());
  probe.mockImplementation(() => new Promise((_, fail) => (release = () => fail(new Error('no disk')))));
  expect((await readiness()).storage).toMatchObject({ ok: true });
  expect(probe).toHaveBeenCalledTimes(2);
  release();
  await expect.poll(async () => (await readiness()).storage).toMatchObject({ ok: false, detail: 'no disk' });
  later += 60_000; // nobody has asked for long
  probe.mockImplementation(async () => undefined);
  expect((await readiness()).storage).toMatchObject({ ok: true });
});
