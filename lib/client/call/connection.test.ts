import { afterEach, expect, test, vi } from 'vitest';
import {
  isBehindGate,
  isGateClosed,
  isServerAway,
  noteAnswer,
  noteTrouble,
  onConnection,
} from './connection';

afterEach(() => vi.unstubAllGlobals());

const ours = () => Response.json({ version: '1' });
const redirect = () => Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
const page = (status: number) => () =>
  new Response('<title>Sign in</title>', { status, headers: { 'content-type': 'text/html; charset=utf-8' } });

/** One answer after the other; the last one for ever. */
function serve(...answers: (() => Response)[]) {
  vi.stubGlobal('fetch', async () => (answers.length > 1 ? answers.shift() : answers[0])?.());
}

test('after a 503 the server is away until it answers the simplest request, and listeners hear both', async () => {
  const heard: boolean[] = [];
  const stop = onConnection(() => heard.push(isServerAway()));
  serve(() => new Response('', { status: 503 }), ours);
  noteTrouble(404);
  noteAnswer(404);
  expect(isServerAway()).toBe(false);
  noteTrouble(503);
  noteAnswer(0);
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
  expect(await isBehindGate()).toBe(true);
  noteAnswer(0); // what is asked of another host fails
  noteAnswer(200); // the page of a gate
  expect([isServerAway(), isGateClosed()]).toEqual([true, true]);
  await expect.poll(isServerAway, { timeout: 10_000 }).toBe(false);
  expect(isGateClosed()).toBe(false);
});

test('a page of an error is no gate', async () => {
  serve(page(502), ours);
  expect(await isBehindGate()).toBe(false);
  await expect.poll(isServerAway, { timeout: 10_000 }).toBe(false);
});
