import net from 'node:net';
import { setTimeout as moment } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf, descendants } from '@/testing/server/process-tree';
import { TestServer } from '@/testing/server/test-server';
import { createShare, nameOf, signIn } from './servers';

const pagesOf = (pid: number) => descendants(pid).filter((id) => commandOf(id).includes('dist/pages.mjs'));

// One server for all of them: the last ones kill its processes.
let server: TestServer;
beforeAll(async () => {
  server = await (await TestServer.make()).start();
});
afterAll(() => server.remove());

test('a start without limits warns of that', () => {
  expect(server.process.output).toContain('WARNING: RATE_LIMITS is off');
});

test('the caller’s address is the socket’s, whatever headers claim, and no other protocol is spoken', async () => {
  const answer = await fetch(`${server.url}/api/v2/open/auth/login`, {
    method: 'POST',
    headers: { 'x-slipway-address': '192.0.2.1', 'x-slipway-request': 'mine', connection: 'close' },
    body: JSON.stringify({ account: 'nobody', password: 'nothing' }),
  });
  expect(answer.headers.get('x-request-id')).not.toBe('mine');
  const lines = server.process.output.split('\n').filter((line) => line.startsWith('AUTH-FAIL'));
  expect(lines).toEqual([expect.stringMatching(/ip=(127\.0\.0\.1|::1) /)]);

  const upgrade = 'GET /app/login HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  expect(await raw(server.port, upgrade)).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/);
});

test('a page comes in pieces through both processes, and one that nobody waits for is let go', async () => {
  const page = await fetch(`${server.url}/app/login`);
  expect(page.headers.get('content-security-policy')).toContain("'nonce-");
  expect(page.headers.get('transfer-encoding')).toBe('chunked');
  expect(await page.text()).toContain('</html>');
  for (let n = 0; n < 20; n++) {
    const gone = new AbortController();
    const asked = fetch(`${server.url}/app/login?${n}`, { signal: gone.signal }).catch(() => null);
    await moment(n);
    gone.abort();
    await asked;
  }
  expect((await fetch(`${server.url}/app/login`)).status).toBe(200);
});

test('pages that die alone are started again, callers are told to come back, and files go on meanwhile', async () => {
  const caller = await signIn(server);
  const id = await createShare(caller, 'Before');
  const uploads = `${server.url}/api/v2/sec/upload/${id}/files/tus`;
  const create = () =>
    fetch(uploads, {
      method: 'POST',
      headers: { ...caller.headers, 'tus-resumable': '1.0.0', 'upload-length': '5' },
    });
  server.process.kill('pages');

  const refusals: Response[] = [];
  for (;;) {
    const answer = await fetch(`${server.url}/api/v2/sec/share/${id}`, { headers: caller.headers });
    if (answer.ok) break;
    refusals.push(answer);
    expect((await create()).status).toBe(201);
    await moment(20); // the pages need the processor, too
  }
  expect(refusals.length).toBeGreaterThan(0);
  for (const { status, headers } of refusals) {
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  }
  expect(await nameOf(caller, id)).toBe('Before');
  expect(server.process.output).toContain('The process of the pages ended (SIGKILL) and is started again.');
});

test('when the process in front is killed, that of the pages ends by itself', async () => {
  const [pages = 0] = pagesOf(server.process.pid);
  expect(commandOf(pages)).not.toBe('');
  server.process.kill('app');
  await server.process.exit; // which takes until nobody holds its output any more
  expect(commandOf(pages)).toBe('');
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(port, 'localhost', () => socket.write(text));
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}
