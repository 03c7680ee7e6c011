import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { publishedFile } from '@/testing/service/published-file';
import { startTransfer } from '@/testing/service/transfer';
import { maxOpen, openRequests } from './open-requests';

const served = vi.hoisted(() => vi.fn());
vi.mock('@/lib/server/transfer/download/serve-file', async (original) => {
  const module = await original<typeof import('@/lib/server/transfer/download/serve-file')>();
  return { ...module, serveFile: served.mockImplementation(module.serveFile) };
});

const { port } = await startTransfer();
// More than lies between a server and a client who reads nothing, so that no download ends by itself.
const { link } = await publishedFile(port, Buffer.alloc(16 * 1024 * 1024, 'x'));
served.mockClear(); // what published it doesn't count
afterEach(() => served.mockClear());

const request = (headers = '') => `GET ${link} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const openNow = () => [...openRequests().values()].reduce((sum, count) => sum + count, 0);

function connect(text: string): Socket {
  const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
  return socket.on('error', () => undefined);
}

test('a connection that sends a thousand requests and reads no answer is ended, and nothing of it stays', async () => {
  const socket = connect(request().repeat(1000)).pause();
  await expect.poll(() => served.mock.calls.length).toBeGreaterThan(0);
  await sleep(500);
  expect(served.mock.calls.length).toBeLessThanOrEqual(maxOpen);
  await expect.poll(openNow).toBe(0);
  socket.destroy();
});

test('a client that disconnects ends all of its requests, waiting ones too', async () => {
  const socket = connect(request().repeat(10)).pause();
  await expect.poll(() => served.mock.calls.length).toBe(10);
  expect(openNow()).toBe(10);
  socket.destroy();
  await expect.poll(openNow).toBe(0);
});

test('requests that come together are answered in their order, and as many as one likes after one another', async () => {
  const requests = Array.from({ length: 5 }, (_, n) => request(`Range: bytes=0-${n}\r\n`)).join('');
  const rounds = 20;
  let answer = '';
  const socket = connect(requests);
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  const lengths = () => [...answer.matchAll(/content-length: (\d+)/gi)].map(([, length]) => Number(length));
  for (let round = 1; round <= rounds; round++) {
    await expect.poll(() => lengths().length).toBe(5 * round);
    if (round < rounds) socket.write(requests);
  }
  expect(lengths()).toEqual(Array.from({ length: 5 * rounds }, (_, n) => (n % 5) + 1));
  socket.destroy();
});
