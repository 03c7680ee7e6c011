import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { idempotencyHeader } from '@/lib/contract/http/names';
import { call } from './call';

const slept = vi.hoisted((): number[] => []);
vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void slept.push(ms) }));
beforeEach(() => void slept.splice(0));

/** Answers with one status after the other, and with 200 in the end; 0 breaks the connection. */
async function serverThat(...statuses: number[]) {
  const asked: string[] = [];
  const server = http.createServer((req, res) => {
    asked.push(req.method ?? '');
    const status = statuses.shift() ?? 200;
    if (status === 0) return void req.socket.destroy();
    res.writeHead(status, status === 429 ? { 'retry-after': '7' } : {});
    const refusal = { success: false, message: 'Later.', code: 'server.unavailable' };
    res.end(JSON.stringify(status === 200 ? { fine: true } : refusal));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test.each([429, 502, 503])('a call that is answered with %s is made again', async (status) => {
  const { url, asked } = await serverThat(status, status);
  expect(await call(url, '/x', { method: 'POST' })).toEqual({ fine: true });
  expect(asked).toHaveLength(3);
});

test('a server that says when to come again is waited for as long, in seconds', async () => {
  const { url } = await serverThat(429);
  await call(url, '/x');
  expect(slept).toEqual([7_000]);
});

test('what a proxy gave up waiting for is made again only where twice is once', async () => {
  const twice = await serverThat(504);
  await expect(call(twice.url, '/x', { method: 'POST' })).rejects.toMatchObject({ exitCode: 5 });
  expect(twice.asked).toHaveLength(1);
  const once = await serverThat(504);
  await call(once.url, '/x', { method: 'POST', headers: { [idempotencyHeader]: 'a-key' } });
  expect(once.asked).toHaveLength(2);
});

test('a call whose connection broke is made again, unless twice would be wrong', async () => {
  const again = await serverThat(0);
  await call(again.url, '/x');
  expect(again.asked).toHaveLength(2);
  const once = await serverThat(0);
  await expect(call(once.url, '/x', { method: 'DELETE', isOnce: true })).rejects.toMatchObject({
    exitCode: 5,
  });
  expect(once.asked).toHaveLength(1);
});

test('a server that stays away is given up after five more tries', async () => {
  const { url, asked } = await serverThat(...Array<number>(9).fill(503));
  await expect(call(url, '/x')).rejects.toMatchObject({ exitCode: 5 });
  expect(asked).toHaveLength(6);
});
