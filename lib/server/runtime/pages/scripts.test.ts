import { once } from 'node:events';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { send } from '@/testing/service/transfer';
import { createFrontDoor } from '../front-door';
import { withScripts } from './scripts';

let home = '';
const endings: (() => void)[] = [];
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-scripts-'));
});
afterEach(() => {
  for (const end of endings.splice(0)) end();
  fs.rmSync(home, { recursive: true, force: true });
});

/** Starts a version that was built with these scripts; its pages answer everything with 404. */
async function startVersion(version: string, scripts: Record<string, string>): Promise<number> {
  for (const [name, content] of Object.entries(scripts)) {
    const file = path.join(home, version, '.next/static', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  const pages = withScripts(
    async (_, res) => void res.writeHead(404).end('of the pages'),
    path.join(home, version),
    path.join(home, 'data'),
  );
  const server = createFrontDoor(pages).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => server.close() && server.closeAllConnections());
  return (server.address() as AddressInfo).port;
}

test('a page of the version before finds its scripts, and this version’s are the pages’ own', async () => {
  await startVersion('1', { 'chunks/old.js': 'old()', 'media/a.woff2': 'font' });
  const port = await startVersion('2', { 'chunks/new.js': 'new()' });
  const old = await send(port, 'GET', '/_next/static/chunks/old.js?dpl=1');
  expect([old.status, String(old.body)]).toEqual([200, 'old()']);
  expect(old.headers).toMatchObject({
    'content-type': 'text/javascript',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const head = await send(port, 'HEAD', '/_next/static/media/a.woff2');
  expect([head.status, head.headers['content-length'], head.headers['content-type']]).toEqual([
    200,
    '4',
    'font/woff2',
  ]);
  expect((await send(port, 'GET', '/_next/static/chunks/new.js')).status).toBe(404);
});

test.each([
  ['br, gzip', 'small'],
  ['gzip, br;q=0.8', 'small'],
  ['br;q=1.0, gzip', 'small'],
  ['gzip, br;q=0', 'of the pages'],
  ['gzip, br;q=0.0', 'of the pages'],
  ['gzip', 'of the pages'],
  ['brr', 'of the pages'],
])('to a client that accepts %s a script comes as %s', async (accepted, body) => {
  const port = await startVersion('1', { 'chunks/a.js': 'large', 'chunks/a.js.br': 'small' });
  const answer = await send(port, 'GET', '/_next/static/chunks/a.js', {
    headers: { 'accept-encoding': accepted },
  });
  expect(String(answer.body)).toBe(body);
  if (body !== 'small') return;
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript',
    'content-encoding': 'br',
    'content-length': '5',
    vary: 'Accept-Encoding',
  });
});

test('an earlier version’s script comes small, too', async () => {
  await startVersion('1', { 'chunks/old.js': 'large', 'chunks/old.js.br': 'small' });
  const port = await startVersion('2', {});
  const path = '/_next/static/chunks/old.js';
  expect(String((await send(port, 'GET', path, { headers: { 'accept-encoding': 'br' } })).body)).toBe(
    'small',
  );
  expect(String((await send(port, 'GET', path)).body)).toBe('large');
});

test.each([
  '../secret',
  '..%2fsecret',
  'chunks/../../secret',
  '%2e%2e/secret',
  'chunks',
  '',
  'chunks//old.js',
  'no.js',
])('nothing else of DATA_DIR is a script: %s', async (name) => {
  fs.mkdirSync(path.join(home, 'data/scripts'), { recursive: true });
  fs.writeFileSync(path.join(home, 'data/secret'), 'secret');
  const port = await startVersion('1', { 'chunks/old.js': 'old()' });
  const { body } = await send(port, 'GET', `/_next/static/${name}`);
  expect(String(body)).not.toContain('secret');
});

test('scripts that no start has had for a month are removed', async () => {
  await startVersion('1', { 'chunks/old.js': 'old()', 'chunks/both.js': 'both()' });
  const kept = path.join(home, 'data/scripts/chunks');
  const longAgo = new Date(Date.now() - 31 * 24 * 3_600_000);
  for (const name of fs.readdirSync(kept)) fs.utimesSync(path.join(kept, name), longAgo, longAgo);
  await startVersion('2', { 'chunks/both.js': 'both()' });
  expect(fs.readdirSync(kept)).toEqual(['both.js']);
});

test('a folder that can’t be written to does not stop the start', async () => {
  fs.mkdirSync(path.join(home, 'data'));
  fs.writeFileSync(path.join(home, 'data/scripts'), 'no folder');
  const port = await startVersion('1', { 'chunks/old.js': 'old()' });
  expect((await send(port, 'GET', '/_next/static/chunks/other.js')).status).toBe(404);
});
