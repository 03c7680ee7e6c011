import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommandHome, commandFile, ended, treeOf } from '@/testing/people/cli';

// A server of the test's own, because ours breaks nothing off and calls no file "..".

type ServedFile = { id: string; filename: string; path?: string; bytes: Buffer; checksum?: string };
type FileHandler = (req: http.IncomingMessage, res: http.ServerResponse, file: ServedFile) => void;

let home: CommandHome;
let server: http.Server;
let asked: http.IncomingHttpHeaders[];
let visited: string[];
beforeEach(() => {
  home = new CommandHome();
  asked = [];
  visited = [];
});
afterEach(() => {
  home.remove();
  server.closeAllConnections();
  server.close();
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function serve(files: ServedFile[], answer: FileHandler): Promise<string> {
  server = http.createServer((req, res) => {
    const id = /\/file\/([^?]+)/.exec(req.url ?? '')?.[1];
    const file = files.find((one) => one.id === id);
    if (file) {
      asked.push(req.headers);
      return answer(req, res, file);
    }
    if (/\/open\/share\/[^/]+$/.test(req.url ?? '')) visited.push(req.url ?? '');
    const listed = files.map(({ bytes, path = '', checksum = sha256(bytes), ...rest }) => ({
      ...rest,
      path,
      checksum,
      size: bytes.length,
      complete: true,
      created: 1000,
      lastModified: null,
    }));
    res.end(JSON.stringify({ files: listed, retryDelays: [0, 0, 0, 0], chunkSize: 1 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/app/open/link`;
}

test('a link is taken as it was pasted, and an ID of the server that one uses', async () => {
  const link = await serve([{ id: 'a', filename: 'a.bin', bytes: Buffer.from('x') }], whole);
  const env = { SLIPWAY_URL: link.replace('/app/open/link', '') };
  for (const pasted of [`${link}.`, `<${link}>`, ` ${link}\u200b `, `"${link}",`, 'link', ' link. ']) {
    const { code, err } = await home.run(['get', pasted, '-o', 'to'], { env });
    expect([pasted, code, err]).toEqual([pasted, 0, expect.anything()]);
  }
  expect(visited).toEqual(Array(6).fill('/api/v2/open/share/link'));
});

const whole: FileHandler = (_req, res, { bytes }) => res.end(bytes);

test('a file that comes out differently is not kept', async () => {
  const link = await serve(
    [{ id: 'a', filename: 'a.bin', bytes: Buffer.from('x'), checksum: sha256(Buffer.from('y')) }],
    whole,
  );
  expect(await home.run(['get', link, '-o', 'to'])).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('arrived damaged'),
  });
  expect(treeOf(home.file('to'))).toEqual({});
});

test('a connection that breaks is taken up where it broke, as long as the file is the same', async () => {
  const bytes = randomBytes(300_000);
  let breaks = 3;
  const keptBytes = () => fs.statSync(home.file('to/.slipway-a.part'), { throwIfNoEntry: false })?.size ?? 0;
  const link = await serve([{ id: 'a', filename: 'a.bin', bytes }], async (req, res, file) => {
    const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0);
    res.writeHead(from > 0 ? 206 : 200, { 'content-length': file.bytes.length - from });
    if (breaks-- <= 0) return res.end(file.bytes.subarray(from));
    res.write(file.bytes.subarray(from, from + 50_000));
    await vi.waitUntil(() => keptBytes() > from, { interval: 5, timeout: 10_000 });
    res.destroy();
  });
  expect((await home.run(['get', link, '-o', 'to'])).code).toBe(0);
  expect(fs.readFileSync(home.file('to/a.bin')).equals(bytes)).toBe(true);
  expect(asked.at(-1)?.['if-range']).toBe(`"${sha256(bytes)}"`);
  expect(asked.length).toBeGreaterThan(3);
});

test('a file that is in a bucket is got there, without what is for the server alone', async () => {
  const bytes = randomBytes(200_000);
  let breaks = 1;
  const link = await serve([{ id: 'a', filename: 'a.bin', bytes }], (req, res, file) => {
    const { host, range } = req.headers;
    if (!req.url?.startsWith('/bucket/'))
      return res.writeHead(302, { location: `http://${host}/bucket/file/a?signed=x` }).end();
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    res.writeHead(from > 0 ? 206 : 200, { 'content-length': file.bytes.length - from });
    if (breaks-- <= 0) return res.end(file.bytes.subarray(from));
    res.write(file.bytes.subarray(0, 100_000), () => res.destroy());
  });
  expect((await home.run(['get', link, '-o', 'to'])).code).toBe(0);
  expect(fs.readFileSync(home.file('to/a.bin')).equals(bytes)).toBe(true);
  expect(asked.every(({ cookie }, n) => n % 2 === 0 || cookie === undefined)).toBe(true);
  expect(asked.at(-1)?.['if-range']).toBeUndefined();
});

test('a token goes to no other server', async () => {
  const { port } = await new Promise<AddressInfo>((resolve) => {
    server = http.createServer((_req, res) => res.writeHead(302, { location: 'http://127.0.0.1:9/' }).end());
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo));
  });
  const env = { SLIPWAY_URL: `http://127.0.0.1:${port}`, SLIPWAY_TOKEN: 'slw_x' };
  const { code, err } = await home.run(['ls'], { env });
  expect(code).toBe(2);
  expect(err).toContain('redirect');
});

test('a call broken off by a proxy is repeated, unless it could count twice', async () => {
  const link = await serve([{ id: 'a', filename: 'a.bin', bytes: Buffer.from('x') }], whole);
  const tries: Record<string, number> = {};
  const [answer] = server.listeners('request') as http.RequestListener[];
  server.removeAllListeners('request').on('request', (req, res) => {
    const call = `${req.method} ${new URL(req.url ?? '', link).pathname.split('/').at(-1)}`;
    tries[call] = (tries[call] ?? 0) + 1;
    if (tries[call] > 1) return answer?.(req, res);
    if (req.url?.includes('/file/')) res.writeHead(200, { 'content-length': 1 }).flushHeaders();
    else if (req.url?.includes('/open/share/')) res.write('{"files": [');
    setImmediate(() => res.destroy());
  });
  expect((await home.run(['get', link, '-o', 'to'])).code).toBe(0);
  const env = { SLIPWAY_URL: new URL(link).origin, SLIPWAY_TOKEN: 'slw_x' };
  expect((await home.run(['rm', 'x'], { env })).code).toBe(5);
  expect(tries).toEqual({ 'GET manifest': 2, 'GET link': 2, 'GET appconfig': 2, 'GET a': 2, 'DELETE x': 1 });
});

test('a home that can’t be written to stops no download, and a sign-in before it begins', async () => {
  const link = await serve([{ id: 'a', filename: 'a.bin', bytes: Buffer.from('x') }], whole);
  home.write('file', '');
  home.env.HOME = home.file('file');
  expect(await home.run(['get', link, '-o', 'to'])).toMatchObject({ code: 0, out: 'to\n' });
  const { code, err } = await home.run(['login', new URL(link).origin]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('Set HOME, or SLIPWAY_URL') });
});

const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

test.skipIf(!canMount)('a disk that fills ends it with a sentence, and keeps what has arrived', async () => {
  const link = await serve([{ id: 'a', filename: 'a.bin', bytes: Buffer.alloc(4_000_000, 1) }], whole);
  fs.mkdirSync(home.file('small'));
  const script =
    'mount -t tmpfs -o size=1m tmpfs "$1" && "$2" "$3" get "$4" -o "$1"; code=$?; ls -A "$1"; exit $code';
  const args = ['-rm', 'sh', '-c', script, 'sh', home.file('small'), process.execPath, commandFile, link];
  const ran = await ended(spawn('unshare', args, { env: home.env }));
  expect(ran).toEqual({
    code: 1,
    out: '.slipway-a.part\n',
    err: expect.stringContaining('The disk is full. What has arrived is kept'),
  });
});
