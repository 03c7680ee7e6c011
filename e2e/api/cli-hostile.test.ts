import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommandHome, ended, treeOf } from '@/testing/people/cli';

// Servers of the test's own: links come from strangers, and lead to what they run.

let home: CommandHome;
let servers: http.Server[];
beforeEach(() => {
  home = new CommandHome();
  servers = [];
});
afterEach(() => {
  home.remove();
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

async function serve(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const config = { retryDelays: [0, 0], chunkSize: 1_000_000, defaultValidity: 1000, defaultViews: 30 };
const good = {
  id: 'good',
  filename: 'good.txt',
  path: '',
  size: 4,
  checksum: sha256('good'),
  complete: true,
  created: 1000,
  lastModified: null,
};

const serveFiles = async (files: unknown, bytes = 'good') => {
  const answer: http.RequestListener = (req, res) =>
    res.end(/\/file\//.test(req.url ?? '') ? bytes : JSON.stringify({ files, ...config }));
  return `${await serve(answer)}/app/open/link`;
};

const got = (link: string, ...words: string[]) => home.run(['get', link, '-o', 'in/to', ...words]);

const onDisk = () => Object.keys(treeOf(home.home)).filter((name) => !name.startsWith('.local/'));

test.each([
  ['climbs out', { id: '/../../victim' }],
  ['has a NUL', { id: 'a\0b' }],
  ['is a place', { id: '/etc/passwd' }],
])('of files of which one %s, none is got, and nothing is touched', async (_what, bad) => {
  home.write('in/.slipway-', 'mine');
  home.write('victim.part', 'mine');
  const ran = await got(await serveFiles([good, { ...good, ...bad }]));
  expect(ran).toMatchObject({ code: 5, out: '', err: expect.stringContaining('no Slipway server sends') });
  expect(onDisk()).toEqual(['in/.slipway-', 'victim.part']);
  expect(fs.existsSync(home.file('in/to'))).toBe(false);
});

test.each([['null'], ['{}'], ['[]'], ['{"files": [null]}']])(
  'an answer that is no share, as %s, ends with a sentence',
  async (answer) => {
    const link = await serve((_req, res) => res.end(answer));
    const { code, out, err } = await got(`${link}/app/open/link`);
    expect({ out, lines: err.split('\n').length, isTrace: /\bat .*:\d+/.test(err) }).toEqual({
      out: '',
      lines: 2,
      isTrace: false,
    });
    expect([4, 5]).toContain(code);
  },
);

test('names that lead elsewhere, or that other programs obey, stay harmless in the folder', async () => {
  const names: [string, string][] = [
    ['../../.bashrc', '..'],
    ['..', '/etc'],
    ['\u001b[2Jx', ''],
    ['a.txt', ''],
    ['A.txt', ''],
    [`${'ü'.repeat(250)}.txt`, ''],
    ['pre-commit', '.git/hooks'],
    ['a.txt', 'A.TXT'],
  ];
  const files = names.map(([filename, folder], n) => ({ ...good, id: `f${n}`, filename, path: folder }));
  const link = await serveFiles(files);
  expect(await got(link)).toMatchObject({ code: 0, err: expect.stringContaining('--dotfiles') });
  const there = Object.keys(treeOf(home.file('in/to')));
  const plain = [
    '_bashrc',
    '_git/hooks/pre-commit',
    'etc/f1',
    '[2Jx',
    'A.TXT/a.txt',
    'a (2).txt',
    'A (3).txt',
  ];
  expect(there).toEqual(expect.arrayContaining(plain));
  expect(there).toHaveLength(names.length);
  expect((await home.run(['get', link, '-o', 'kept', '--dotfiles'])).code).toBe(0);
  expect(Object.keys(treeOf(home.file('kept')))).toEqual(
    expect.arrayContaining(['.bashrc', '.git/hooks/pre-commit']),
  );
});

test('a link in the folder that leads out ends it before anything is made behind it', async () => {
  fs.mkdirSync(home.file('in/to'), { recursive: true });
  fs.mkdirSync(home.file('outside'));
  fs.symlinkSync(home.file('outside'), home.file('in/to/photos'));
  fs.symlinkSync(home.file('outside/file'), home.file('in/to/good.txt'));
  const deep = { ...good, id: 'deep', path: 'photos/new/deep' };
  expect(await got(await serveFiles([good, deep]))).toMatchObject({
    code: 1,
    err: expect.stringContaining('outside'),
  });
  expect(await got(await serveFiles([good]))).toMatchObject({
    code: 1,
    err: expect.stringContaining('already exists'),
  });
  fs.rmSync(home.file('in/to/good.txt'));
  fs.symlinkSync(home.file('outside/file'), home.file('in/to/.slipway-good.part'));
  expect((await got(await serveFiles([good]))).code).toBe(0);
  expect(fs.readdirSync(home.file('outside'))).toEqual([]);
});

test.each([
  ['more than', 'x'.repeat(100_000), 1, 'more bytes came'],
  ['nothing of', '', 5, 'ended early'],
])('a server that sends %s what it said ends it', async (_what, bytes, code, said) => {
  expect(await got(await serveFiles([good], bytes))).toMatchObject({
    code,
    err: expect.stringContaining(said),
  });
  expect(fs.existsSync(home.file('in/to/good.txt'))).toBe(false);
});

const evil = 'a\u001b]0;x\u0007b\r\nslipway: done\u202e\u009b2J\u2028c';
// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals obey
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/;

test('text from a server reaches the terminal as text, never as a line of its own', async () => {
  const url = await serve((req, res) => {
    const answers: [RegExp, number, unknown][] = [
      [/appconfig/, 200, { ...config, appName: evil }],
      [/device\/token/, 200, { success: false, code: 'device.denied', message: evil }],
      [
        /device/,
        200,
        {
          verificationUriComplete: evil,
          userCode: evil,
          deviceCode: 'x',
          expiresInMs: 60_000,
          intervalMs: 1,
        },
      ],
      [
        /search/,
        200,
        { items: [{ id: evil, title: evil, files: evil, size: evil, linkId: evil, endsAt: 1 }] },
      ],
      [/./, 403, { success: false, code: evil, message: evil }],
    ];
    const [, status, answer] = answers.find(([pattern]) => pattern.test(req.url ?? '')) ?? [/./, 500, null];
    res.writeHead(status).end(JSON.stringify(answer));
  });
  const env = { SLIPWAY_URL: url, SLIPWAY_TOKEN: 'slw_x' };
  const ran = [
    await ended(home.start(['login', url])),
    await home.run(['ls'], { env }),
    await home.run(['--json', 'ls'], { env }),
    await home.run(['rm', 'x'], { env }),
    await got(`${url}/app/open/link`),
  ];
  const lines = ran.map(({ out, err }) =>
    [out.replaceAll('\t', ''), err].map((said) => said.split('\n').length - 1),
  );
  expect(lines).toEqual([
    [0, 6],
    [1, 0],
    [1, 0],
    [0, 1],
    [0, 1],
  ]);
  for (const { out, err } of ran) expect(`${out.replaceAll('\t', '')}${err}`).not.toMatch(obeyed);
  expect(JSON.parse(ran[2]?.out ?? '')).toMatchObject([{ title: evil }]);
});

test('token and bytes go to no other server, whatever host the one names', async () => {
  const strangers: (string | undefined)[] = [];
  const other = await serve((req, res) => {
    strangers.push(`${req.method} ${req.headers['sharry-auth']}`);
    res.writeHead(204, { 'upload-offset': '300000' }).end();
  });
  const asked: string[] = [];
  const url = await serve((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    req.resume();
    if (req.method === 'POST' && req.url?.endsWith('/tus'))
      return res.writeHead(201, { location: `${other}/evil/f1` }).end();
    if (req.method === 'PATCH')
      return req.once('end', () => res.writeHead(204, { 'upload-offset': '300000' }).end());
    res.end(JSON.stringify({ ...config, id: 'made', success: true }));
  });
  home.write('big.bin', Buffer.alloc(300_000));
  const env = { SLIPWAY_URL: url, SLIPWAY_TOKEN: 'slw_x' };
  expect((await home.run(['send', path.basename('big.bin')], { env })).code).toBe(0);
  const token = { SLIPWAY_TOKEN: 'slw_x' };
  for (const words of [
    ['rm', `${other}/app/upload/x`],
    ['extend', `${other}/app/open/x`, '7d'],
  ])
    expect((await home.run(words, { env: token })).code).toBe(3);
  expect((await home.run(['rm', 'x', '--server', url], { env: token })).code).toBe(0);
  expect(asked).toContain('PATCH /api/v2/sec/upload/made/files/tus/f1');
  expect(strangers).toEqual([]);
});
