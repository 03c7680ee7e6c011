import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { directGet } from './direct-get';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that does with its first request what a test says. @returns its address */
async function answering(answer: (socket: Socket, request: string) => void): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => answer(socket, String(request)));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (origin: string, sizeBytes: number, silenceMs = 2_000) =>
  directGet({ url: `${origin}/a/b?c=d`, headers: { range: 'bytes=0-4' }, sizeBytes, silenceMs });

const headOf = (sizeBytes: number, more = '') =>
  `HTTP/1.1 206 Partial Content\r\nContent-Length: ${sizeBytes}\r\nETag: "x"\r\n${more}\r\n`;

async function all(bytes: AsyncIterable<Buffer> | undefined): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bytes ?? []) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

test('asks for what it is told to, and says what came', async () => {
  let asked = '';
  const origin = await answering((socket, request) => {
    asked = request;
    socket.end(`${headOf(5)}hello`);
  });
  const answer = await get(origin, 5);
  expect(answer?.etag).toBe('"x"');
  expect(String(await all(answer?.bytes))).toBe('hello');
  const host = origin.slice('http://'.length);
  expect(asked).toBe(
    `GET /a/b?c=d HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\nrange: bytes=0-4\r\n\r\n`,
  );
});

test('an answer that comes letter by letter is the same answer', async () => {
  const origin = await answering(async (socket) => {
    socket.setNoDelay();
    for (const letter of `${headOf(5)}hello`) {
      socket.write(letter);
      await sleep(1);
    }
  });
  expect(String(await all((await get(origin, 5))?.bytes))).toBe('hello');
});

const content = randomBytes(20 * 1024 * 1024 + 7);

test('much arrives as it was sent, to a reader who keeps each buffer for a while and one who is quick', async () => {
  const origin = await answering((socket) =>
    socket.end(Buffer.concat([Buffer.from(headOf(content.length)), content])),
  );
  for (const isSlow of [false, true]) {
    const answer = await get(origin, content.length);
    let at = 0;
    for await (const part of answer?.bytes ?? []) {
      const before = part.length;
      if (isSlow) await sleep(Math.random() * 4);
      if (!part.equals(content.subarray(at, at + before))) throw new Error(`wrong bytes from ${at} on`);
      at += before;
    }
    expect(at).toBe(content.length);
  }
});

test('a reader who takes nothing isn’t sent more than fits', async () => {
  let isHeld = false;
  const origin = await answering((socket) => {
    isHeld = !socket.write(Buffer.concat([Buffer.from(headOf(content.length)), content]));
    socket.on('drain', () => {
      isHeld = false;
    });
  });
  const answer = await get(origin, content.length);
  await answer?.bytes.next();
  await sleep(2_500); // longer than a silence, but it is the reader who keeps silent
  expect(isHeld).toBe(true);
  expect((await all(answer?.bytes)).length).toBeGreaterThan(content.length - 1024 * 1024);
  expect(isHeld).toBe(false);
});

test.each([
  ['another status', `HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello`],
  ['a refusal', `HTTP/1.1 403 Forbidden\r\nContent-Length: 5\r\n\r\nhello`],
  ['another length', `${headOf(6)}hello!`],
  ['two lengths', `${headOf(5, 'Content-Length: 6\r\n')}hello`],
  ['a body in chunks', `${headOf(5, 'Transfer-Encoding: chunked\r\n')}5\r\nhello\r\n0\r\n\r\n`],
  ['a body that is packed', `${headOf(5, 'Content-Encoding: gzip\r\n')}hello`],
  ['a line that is none', `${headOf(5, ' folded\r\n')}hello`],
  ['a line break within', `${headOf(5, 'X-Y: a\nb\r\n')}hello`],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
  ['a head without an end', 'x'.repeat(100_000)],
])('%s is left to the usual client', async (_name, text) => {
  const origin = await answering((socket) => socket.write(text));
  expect(await get(origin, 5)).toBeNull();
});

test.each([
  ['before it answers', ''],
  ['within its head', 'HTTP/1.1 206 Par'],
])('a connection that ends %s is a failure', async (_name, text) => {
  const origin = await answering((socket) => socket.end(text));
  await expect(get(origin, 5)).rejects.toThrow('ended before');
});

test('a body that ends early ends early, and one that breaks is a failure after what came', async () => {
  const ending = await answering((socket) => socket.end(`${headOf(5)}hel`));
  expect(String(await all((await get(ending, 5))?.bytes))).toBe('hel');
  const breaking = await answering((socket) => {
    socket.write(`${headOf(5)}hel`, () => setTimeout(() => socket.resetAndDestroy(), 50));
  });
  const answer = await get(breaking, 5);
  expect(String((await answer?.bytes.next())?.value)).toBe('hel');
  await expect(answer?.bytes.next()).rejects.toThrow('ECONNRESET');
});

test('bytes behind the end are nobody’s', async () => {
  const origin = await answering((socket) => socket.end(`${headOf(5)}hello and more`));
  expect(String(await all((await get(origin, 5))?.bytes))).toBe('hello');
});

test('a head that is nearly all blanks takes no time', async () => {
  const origin = await answering((socket) => socket.write(headOf(5, `X-Y:${' '.repeat(60_000)}\x01\r\n`)));
  const began = performance.now();
  expect(await get(origin, 5)).toBeNull();
  expect(performance.now() - began).toBeLessThan(1_000);
});

test.each([
  ['nobody answers', ''],
  ['a body stops', `${headOf(5)}hel`],
])('where %s, it is given up', async (_name, text) => {
  let isClosed = false;
  const origin = await answering((socket) => {
    if (text) socket.write(text);
    socket.on('close', () => {
      isClosed = true;
    });
  });
  const reading = get(origin, 5, 100).then((answer) => all(answer?.bytes));
  await expect(reading).rejects.toThrow('No byte for 100 ms');
  await expect.poll(() => isClosed).toBe(true);
});

test('nobody there is a failure', async () => {
  const origin = await answering(() => undefined);
  await new Promise((resolve) => servers[0]?.close(resolve));
  await expect(get(origin, 5)).rejects.toThrow('ECONNREFUSED');
});

test('a reader who leaves ends the connection', async () => {
  let isClosed = false;
  const origin = await answering((socket) => {
    socket.write(Buffer.concat([Buffer.from(headOf(content.length)), content]));
    socket.on('close', () => {
      isClosed = true;
    });
  });
  for await (const part of (await get(origin, content.length))?.bytes ?? []) if (part.length > 0) break;
  await expect.poll(() => isClosed).toBe(true);
});
