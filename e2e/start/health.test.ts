import { expect, test } from 'vitest';
import { createShare, newServer, signIn } from './servers';

const token = 'figures for those who may';
const bearer = { authorization: `Bearer ${token}` };
const forSomebody = { 'x-forwarded-for': '192.0.2.1' };

const names = ['running', 'database', 'migrations', 'storage', 'disk'];

test('a server says that it lives, that it is ready and, to those who may know, how it is', async () => {
  const server = await newServer({ database: 'new', env: { METRICS_TOKEN: token } });
  const run = server.launch();
  const alive = () => fetch(`${server.url}/healthz`).catch(() => null);
  await expect.poll(async () => (await alive())?.status, { timeout: 30_000, interval: 20 }).toBe(200);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503); // it still starts
  await run.says('is ready');

  const ask = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });
  const plain = await ask('/readyz', forSomebody);
  expect(plain.status).toBe(200);
  expect(await plain.json()).toEqual({
    ready: true,
    checks: Object.fromEntries(names.map((name) => [name, true])),
  });
  for (const headers of [{}, { ...forSomebody, ...bearer }]) {
    const { checks } = (await (await ask('/readyz', headers)).json()) as { checks: Record<string, object> };
    expect(Object.keys(checks)).toEqual(names);
    expect(checks.database).toMatchObject({ ok: true, ms: expect.any(Number) });
  }
  expect((await fetch(`${server.url}/readyz`, { method: 'POST' })).status).toBe(405);

  const caller = await signIn(server);
  await createShare(caller, 'Counted');
  expect((await ask('/metrics')).status).toBe(401);
  expect((await ask('/metrics', { authorization: 'Bearer wrong' })).status).toBe(401);
  const figures = await (await ask('/metrics', bearer)).text();
  expect(figures).toContain('slipway_http_requests_total{route="call",status="200"} 2');
  expect(figures).toContain('slipway_shares 1');
  expect(figures).toContain('slipway_database_up 1');
  for (const line of figures.trim().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) slipway_\w+ .+|slipway_\w+(\{(\w+="[^"]*",?)+\})? [0-9.e+-]+)$/);
  }

  run.signal('SIGTERM');
  await run.exit;
});

test('a server that was told to end says so before it takes no more requests, and a second signal ends it at once', async () => {
  const server = await newServer({ env: { STOP_DELAY: '30 seconds' } });
  await server.start();
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404); // no token, no figures
  server.process.signal('SIGTERM');
  await server.process.says('Stopping');
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await ready.json()).toMatchObject({ ready: false, checks: { running: { ok: false } } });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/api/v2/open/info/version`)).status).toBe(200);
  server.process.signal('SIGTERM');
  expect(await server.process.exit).toEqual({ code: 1, signal: null });
});
