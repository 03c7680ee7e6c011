import net from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { send, startDoor } from '@/test/dataplane';

let port: number;
beforeAll(async () => {
  port = (await startDoor()).port;
});

test.each(['//[', 'http://['])(
  'an address that is none (%s) is refused, and the server lives on',
  async (target) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect((await send(port, 'GET', '/api/nothing')).status).toBe(404);
  },
);

function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
