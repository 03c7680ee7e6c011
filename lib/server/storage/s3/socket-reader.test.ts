import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SocketReader } from './socket-reader';

const content = randomBytes(8 * 1024 * 1024);

test('what has filled every buffer before anybody asks stays as it is until it is asked for', async () => {
  const server = net.createServer((socket) => socket.end(content)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reader = new SocketReader((onread) => net.connect({ port, host: '127.0.0.1', onread }), 2_000);
  await sleep(100);
  let at = 0;
  for (let bytes = await reader.next(); bytes; bytes = await reader.next()) {
    await sleep(1);
    expect(bytes.equals(content.subarray(at, at + bytes.length))).toBe(true);
    at += bytes.length;
  }
  expect(at).toBe(content.length);
  server.close();
});
