import { afterEach, expect, test, vi } from 'vitest';
import {
  checkProxySignIn,
  isProxySignInNeeded,
  isServerAway,
  onConnection,
  reportFailure,
  reportStatus,
} from './connection';

afterEach(() => vi.unstubAllGlobals());

const ours = () => Response.json({ version: '1' });
const redirect = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
const page = (status: number) => () =>
  new Response('<title>Sign in</title>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

function serve(...answers: (() => Response)[]) {
  vi.stubGlobal('fetch', async () => (answers.length > 1 ? answers.shift() : answers[0])?.());
}

test('after a 503 the server is away until it answers the simplest request, and listeners hear both', async () => {
  const heard: boolean[] = [];
  const stop = onConnection(() => heard.push(isServerAway()));
  serve(() => new Response('', { status: 503 }), ours);
  reportFailure(404);
  reportStatus(404);
  expect(isServerAway()).toBe(false);
  reportFailure(503);
  reportStatus(0);
  await expect.poll(isServerAway, { timeout: 10_000 }).toBe(false);
  expect(heard).toEqual([true, false]);
  stop();
});

test.each([
  ['a redirect', redirect],
  ['a page', page(200)],
  ['a refusal', page(401)],
])('%s in place of the server’s answer is a gate, until the server answers', async (_, gate) => {
  serve(gate, gate, ours);
  expect(await checkProxySignIn()).toBe(true);
  reportStatus(0); // what is asked of another host fails
  reportStatus(200); // the page of a gate
  expect([isServerAway(), isProxySignInNeeded()]).toEqual([true, true]);
  await expect.poll(isServerAway, { timeout: 10_000 }).toBe(false);
  expect(isProxySignInNeeded()).toBe(false);
});

test('a page of an error is no gate', async () => {
  serve(page(502), ours);
  expect(await checkProxySignIn()).toBe(false);
  await expect.poll(isServerAway, { timeout: 10_000 }).toBe(false);
});
