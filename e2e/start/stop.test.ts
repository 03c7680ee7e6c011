import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { TestServer } from '@/testing/server/test-server';
import { newServer, signIn } from './servers';

function slowSignIn(server: TestServer) {
  const body = JSON.stringify({ account: 'admin', password: 'not this one' });
  const request = http.request(`${server.url}/api/v2/open/auth/login`, {
    method: 'POST',
    headers: { 'content-length': Buffer.byteLength(body), 'content-type': 'application/json' },
  });
  request.write(body.slice(0, 10));
  const answered = new Promise<number>((resolve, reject) => {
    request.once('response', (response) =>
      response.resume().once('end', () => resolve(response.statusCode ?? 0)),
    );
    request.once('error', reject);
  });
  answered.catch(() => undefined); // the test looks at it later, if at all
  const sent = new Promise((resolve) => request.once('socket', (socket) => socket.once('connect', resolve)));
  return { answered, sent, finish: () => request.end(body.slice(10)) };
}

const isCleanlyDown = ({ dataDir }: TestServer) =>
  !fs.existsSync(path.join(dataDir, 'postgres/data/postmaster.pid'));

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a running request finish and ends with 0',
  async (signal) => {
    const server = await newServer();
    await server.start();
    await signIn(server);
    const slow = slowSignIn(server);
    await slow.sent;
    // The answer to a later request says that the slow one has arrived, too.
    await fetch(`${server.url}/api/v2/open/info/version`);

    server.process.signal(signal);
    await server.process.says('Stopping');
    await expect(fetch(`${server.url}/api/v2/open/info/version`)).rejects.toThrow();
    slow.finish();
    expect(await slow.answered).toBe(200);

    const finishedAt = Date.now();
    expect(await server.process.exit).toEqual({ code: 0, signal: null });
    expect(Date.now() - finishedAt).toBeLessThan(2000); // connections kept alive are not waited for
    expect(isCleanlyDown(server)).toBe(true);
  },
);

test('a request that does not end is cut, and all is over within ten seconds', async () => {
  const server = await newServer();
  await server.start();
  const slow = slowSignIn(server);
  await slow.sent;
  await fetch(`${server.url}/api/v2/open/info/version`);

  const began = Date.now();
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(Date.now() - began).toBeLessThan(10_000);
  await expect(slow.answered).rejects.toThrow();
  expect(isCleanlyDown(server)).toBe(true);
});

test('a signal during the start ends it in order, too', async () => {
  const server = await newServer({ database: 'new' });
  const run = server.launch();
  await run.says('Creating the embedded PostgreSQL');
  run.signal('SIGTERM');
  expect(await run.exit).toEqual({ code: 0, signal: null });
  expect(run.output).not.toContain('"level":"error"');
  expect(isCleanlyDown(server)).toBe(true);
});
