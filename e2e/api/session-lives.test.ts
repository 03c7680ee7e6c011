import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '@/lib/client/call';
import { auth } from '@/lib/contract/auth';
import { bytePaths, fillPath } from '@/lib/contract/bytes';
import { headerNames } from '@/lib/contract/names';
import { share } from '@/lib/contract/share';
import { api } from '../account';
import { lives, shortSessions } from '../lives';
import { admin, TestServer } from '../test-server';

let server: TestServer;
beforeAll(async () => {
  server = await (await TestServer.make({ env: shortSessions })).start();
});
afterAll(() => server.remove());

const carrying = (token: string) => ({ [headerNames.auth]: token });
const bytes = randomBytes(100_000);

/** An upload that is announced and has not begun; answers its address. */
async function announce(token: string): Promise<string> {
  const headers = carrying(token);
  const body = { validity: 3_600_000, maxViews: 1 };
  const { id } = await call(share.create, { body }, { base: server.url, headers });
  const answer = await fetch(server.url + fillPath(bytePaths.uploads, { id }), {
    method: 'POST',
    headers: {
      ...headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': `filename ${Buffer.from('film.mp4').toString('base64')}`,
    },
  });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}

const patch = (url: string, token: string, from: number, body: BodyInit) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...carrying(token),
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': String(from),
      'Content-Type': 'application/offset+octet-stream',
    },
    body,
    duplex: 'half',
  } as RequestInit);

const part = (from: number, to: number) => new Uint8Array(bytes.subarray(from, to));

test('an upload goes on over several lives of its session, as long as somebody refreshes it', async () => {
  const first = (await api(admin, server.url)).token;
  const url = await announce(first);
  const steps = Math.ceil(lives.uploadMs / lives.renewalMs);
  const size = bytes.length / steps;
  let token = first;
  for (let step = 0; step < steps; step++) {
    const [from, to] = [Math.floor(step * size), Math.floor((step + 1) * size)];
    expect((await patch(url, token, from, part(from, to))).status).toBe(204);
    await delay(lives.renewalMs);
    const refreshed = await call(auth.session, {}, { base: server.url, headers: carrying(token) });
    token = refreshed.token ?? '';
  }
  const head = await fetch(url, {
    method: 'HEAD',
    headers: { ...carrying(token), 'Tus-Resumable': '1.0.0' },
  });
  expect(head.headers.get('upload-offset')).toBe(String(bytes.length));
  expect((await patch(url, first, 0, part(0, 1))).status).toBe(401);
}, 400_000);

test('one request that outlasts its token still arrives whole', async () => {
  const { token } = await api(admin, server.url);
  const url = await announce(token);
  const pieces = 8;
  const trickle = new ReadableStream({
    async start(controller) {
      for (let piece = 0; piece < pieces; piece++) {
        const at = (end: number) => Math.floor((end * bytes.length) / pieces);
        controller.enqueue(part(at(piece), at(piece + 1)));
        await delay((lives.validMs * 1.3) / pieces);
      }
      controller.close();
    },
  });
  const answer = await patch(url, token, 0, trickle);
  expect(answer.status).toBe(204);
  expect(answer.headers.get('upload-offset')).toBe(String(bytes.length));
}, 120_000);

test('an upload whose session ends stops with the next request and goes on in a new session', async () => {
  const old = await api(admin, server.url);
  const url = await announce(old.token);
  expect((await patch(url, old.token, 0, part(0, 1000))).status).toBe(204);
  await old.call(auth.logout, {});
  expect((await patch(url, old.token, 1000, part(1000, 2000))).status).toBe(401);
  const { token } = await api(admin, server.url);
  const answer = await patch(url, token, 1000, part(1000, bytes.length));
  expect(answer.status).toBe(204);
});

test('a token that nobody refreshes runs out', async () => {
  const client = await api(admin, server.url);
  await delay(lives.validMs + 100);
  await expect(client.call(share.search, {})).rejects.toMatchObject({ status: 401, code: 'auth.required' });
  await expect(client.call(auth.session, {})).rejects.toMatchObject({ status: 401 });
}, 120_000);
