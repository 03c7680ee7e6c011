import net from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { someBytes, startTransfer, uploading } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

function raw(...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const offers = {
  h2c: 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n',
  websocket:
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: eA==\r\n',
  'TLS/1.3': 'Connection: upgrade\r\nUpgrade: TLS/1.3, IRC/6.9\r\n',
  nothing: 'Connection: upgrade\r\nUpgrade: \r\n',
};

describe.each(Object.entries(offers))('a request that offers %s', (_, offer) => {
  test('is answered like any other, and nothing waits behind it', async () => {
    const next = 'GET /api/v2/sec/share/x/file/x HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const [path, status] of [
      ['/api/nothing', 404],
      ['/api/v2/sec/share/x/file/x', 401],
      ['/app/login', 404],
    ]) {
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n${offer}\r\n${next}`);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer.match(/^HTTP\/1.1/gm)).toHaveLength(1);
      expect(answer).toMatch(/^connection: close\r$/im);
    }
  });

  test('keeps its body', async () => {
    const { tus, rowOf, download } = await uploading(port);
    const bytes = someBytes(1000);
    const path = await tus.begin(bytes.length);
    const head = Object.entries(tus.tus).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = await raw(
      `PATCH ${path} HTTP/1.1\r\nHost: x\r\n${offer}${head.join('')}`,
      `Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 1000\r\n\r\n`,
      bytes.subarray(0, 400),
      bytes.subarray(400),
    );
    expect(answer).toMatch(/^HTTP\/1.1 204 /);
    expect((await rowOf(path)).upload).toBeNull();
    expect(await download(path)).toEqual(bytes);
  });
});

test('nobody is given a tunnel, and who hangs up meanwhile harms nobody', async () => {
  const connect = 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n';
  expect(await raw(connect)).toMatch(/^HTTP\/1.1 405 /);
  await new Promise<void>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(connect, () => socket.resetAndDestroy());
    });
    socket.once('close', () => resolve());
  });
  expect(await raw(connect)).toMatch(/^HTTP\/1.1 405 /);
});

test.each([
  ['GET http://example.org/api/v2/sec/share/x/file/x', 401],
  ['GET HTTP://localhost:3000/api/v2/sec/share/x/file/x?download=1', 401],
  ['GET http://example.org', 404],
  ['OPTIONS *', 405],
  ['GET *', 404],
  ['TRACE /app/login', 405],
])('%s is answered for what it names, whatever the host', async (line, status) => {
  const answer = await raw(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test('a request whose Expect header can’t be met gets 417, and the next one on the connection is answered', async () => {
  const rest = 'Host: x\r\nContent-Length: 2\r\n';
  const answer = await raw(
    `POST /api/nothing HTTP/1.1\r\n${rest}Expect: cake\r\n\r\n{}`,
    `POST /api/nothing HTTP/1.1\r\n${rest}Expect: 100-continue\r\nConnection: close\r\n\r\n{}`,
  );
  expect(answer.match(/^HTTP\/1.1 \d+/gm)).toEqual(['HTTP/1.1 417', 'HTTP/1.1 100', 'HTTP/1.1 404']);
});
