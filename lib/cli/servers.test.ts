import fs from 'node:fs';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { forgetServer, readServers, serverFor, serverUrl, storeServer } from './servers';

const folder = vi.hoisted(() => {
  const made = `/tmp/slipway-servers-${process.pid}`;
  vi.stubEnv('XDG_CONFIG_HOME', made);
  vi.stubEnv('SLIPWAY_URL', undefined);
  vi.stubEnv('SLIPWAY_TOKEN', undefined);
  return made;
});
beforeEach(() => fs.rmSync(folder, { recursive: true, force: true }));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const [one, two] = ['https://one.example', 'https://two.example/files'];
const signInTo = (url: string) => storeServer(url, { token: `token of ${url}`, user: 'ada' });

test('the server that somebody signed in to last is chosen', () => {
  for (const url of [one, two]) signInTo(url);
  expect(serverFor(undefined)).toEqual({ url: two, token: `token of ${two}` });
  expect(serverFor('one.example').url).toBe(one);
});

test('who signs out of the chosen server goes on with another, and else keeps the chosen one', () => {
  for (const url of [one, two]) signInTo(url);
  expect(forgetServer(two)).toBe(true);
  expect(readServers()).toEqual({
    chosen: one,
    servers: { [one]: { token: `token of ${one}`, user: 'ada' } },
  });
  signInTo(two);
  expect(forgetServer(one)).toBe(true);
  expect(readServers().chosen).toBe(two);
  expect(forgetServer(one)).toBe(false);
  expect(forgetServer(two)).toBe(true);
  expect(readServers()).toEqual({ chosen: null, servers: {} });
});

test('of three servers the chosen one stays when somebody signs out of another', () => {
  for (const url of [one, 'https://three.example', two]) signInTo(url);
  expect(forgetServer(one)).toBe(true);
  expect(serverFor(undefined).url).toBe(two);
});

test('a link’s server gets the token of that server alone', () => {
  signInTo(one);
  expect(serverFor(undefined, two)).toEqual({ url: two, token: null });
});

test('others who can read the tokens are told of before one is used', () => {
  signInTo(one);
  fs.chmodSync(`${folder}/slipway/servers.json`, 0o644);
  expect(() => serverFor(undefined)).toThrow(/can be read by others/);
});

test.each([
  ['files.example.org', 'https://files.example.org'],
  [' http://127.0.0.1:3000/ ', 'http://127.0.0.1:3000'],
  ['https://example.org/files/app/home?x#y', 'https://example.org/files'],
])('the address %j means %s', (given, url) => {
  expect(serverUrl(given)).toBe(url);
});
