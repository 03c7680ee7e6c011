import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Output } from '@/lib/cli/output';
import { readServedList } from './served-list';
import { verify } from './verify';

const script = 'alert(1)';
const html =
  '<html><body><script src="/_next/static/chunks/a.js" nonce="x"></script><script nonce="x">early()</script></body></html>';
const policy =
  "default-src 'none'; script-src 'self' 'nonce-qRVxAmugqCrbGzBhf6iOFQ==' 'strict-dynamic'; frame-src 'self'; " +
  "connect-src 'self'; worker-src 'self' blob:; form-action 'self'; base-uri 'none'; object-src 'none'";

type Files = Record<string, string>;
const released: Files = {
  '_next/static/chunks/a.js': script,
  'early.js': 'early()\n',
  'pdf/LICENSE x': 'words',
};
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const listOf = (files: Files) =>
  [
    '# slipway 1.2.3 abcdef',
    ...Object.entries(files).map(([name, text]) => `${sha256(text)}  ${name}`),
    '',
  ].join('\n');

let home: string;
let server: http.Server;
beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-verify-'));
});
afterEach(() => {
  fs.rmSync(home, { recursive: true });
  server?.close();
});

type Answered = (res: http.ServerResponse) => unknown;
type Served = {
  files?: Files;
  packed?: Files;
  page?: string;
  version?: string;
  csp?: string;
  instead?: Record<string, Answered>;
};

async function serve({
  files = released,
  packed = {},
  page = html,
  version = '1.2.3',
  csp = policy,
  instead = {},
}: Served = {}) {
  const said = JSON.stringify({ version, gitCommit: 'abcdef' });
  const other: Record<string, Answered> = {
    'served.sha256': (res) => res.end(listOf(released)),
    'api/v2/open/info/version': (res) => res.end(said),
    'app/share/x': (res) => res.writeHead(307, { location: '/app/login' }).end(),
    'app/login': (res) => res.setHeader('content-security-policy', csp).end(page),
    ...instead,
  };
  server = http.createServer((req, res) => {
    const name = decodeURIComponent((req.url ?? '').slice(1));
    const text = files[name];
    if (other[name]) return other[name](res);
    if (text === undefined) return res.writeHead(404).end();
    if (!/br/.test(String(req.headers['accept-encoding']))) return res.end(text);
    res.setHeader('content-encoding', 'br').end(brotliCompressSync(packed[name] ?? text));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function check(served: Served = {}, release?: string) {
  const rows: string[][] = [];
  const notes: string[] = [];
  const output = {
    note: (text: string) => notes.push(text),
    table: async (_: string[], found: string[][]) => void rows.push(...found),
  } as unknown as Output;
  const failure = await verify(output, `${await serve(served)}/app/login#k=secret`, {
    ...(release && { release }),
  }).catch((error: Error) => error.message);
  return { rows, notes: notes.join(' '), failure };
}

const listFile = () => {
  const file = path.join(home, 'list');
  fs.writeFileSync(file, listOf(released));
  return file;
};

test('a good server passes, by its own list with the sum to compare, and by that of a release', async () => {
  const { rows, notes, failure } = await check();
  expect({ rows, failure }).toEqual({ rows: [], failure: undefined });
  expect(notes).toContain(sha256(listOf(released)));
  server.close();
  expect(await check({}, listFile())).toMatchObject({ rows: [], failure: undefined });
});

test.each<[string, Served, string[]]>([
  [
    'one changed byte',
    { files: { ...released, '_next/static/chunks/a.js': 'alert(2)' } },
    ['changed', '/_next/static/chunks/a.js'],
  ],
  [
    'another packed script',
    { packed: { '_next/static/chunks/a.js': 'alert(2)' } },
    ['changed', '/_next/static/chunks/a.js'],
  ],
  [
    'a missing file',
    { files: { 'early.js': 'early()\n', 'pdf/LICENSE x': 'words' } },
    ['missing', '/_next/static/chunks/a.js'],
  ],
  ['a lying version', { version: '1.2.4' }, ['version', '1.2.4 (abcdef)']],
  [
    'an added script',
    { page: html.replace('</body>', '<script src="/more.js" nonce="x"></script></body>') },
    ['not of the release', '/app/login: /more.js'],
  ],
  [
    'a script of another server',
    {
      page: html.replace(
        '</body>',
        '<script src="//evil/_next/static/chunks/a.js" nonce="x"></script></body>',
      ),
    },
    ['not of the release', '/app/login: //evil/_next/static/chunks/a.js'],
  ],
  [
    'a script as text',
    { page: html.replace('early()', 'evil()') },
    ['not of the release', '/app/login: inline script: evil()'],
  ],
  [
    'an open policy',
    { csp: "script-src 'unsafe-inline'" },
    ['not of the release', '/app/login: its content policy'],
  ],
])('%s is named, and the command fails', async (_, served, row) => {
  const { rows, failure } = await check(served, listFile());
  expect(rows).toEqual([row]);
  expect(failure).toContain('doesn’t serve what slipway 1.2.3 (abcdef) has');
});

const busy = (status: number) => (res: http.ServerResponse) => res.writeHead(status).end('busy');

test.each<[string, string, Answered, RegExp]>([
  ['files', '_next/static/chunks/a.js', busy(503), /answers with 503 Service Unavailable/],
  ['files too fast', 'early.js', busy(429), /answers with 429 Too Many Requests/],
  ['its version', 'api/v2/open/info/version', busy(502), /answers with 502 Bad Gateway/],
  ['pages', 'app/login', busy(503), /answers with 503 Service Unavailable/],
  ['its list', 'served.sha256', busy(504), /answers with 504 Gateway Timeout/],
  [
    'half a file',
    'early.js',
    (res) => res.writeHead(200, { 'content-length': 99 }).write('early()', () => res.destroy()),
    /can’t be reached/,
  ],
])(
  'a server that is away when it is asked for %s is not said to serve another',
  async (_, at, answer, words) => {
    const { rows, failure } = await check({ instead: { [at]: answer } });
    expect(rows).toEqual([]);
    expect(failure).toMatch(words);
  },
);

test('a server that changes its own list with its files differs from the release', async () => {
  const other = path.join(home, 'other');
  fs.writeFileSync(other, listOf({ ...released, 'early.js': 'early(1)\n' }));
  expect((await check({}, other)).rows).toContainEqual(['changed', '/early.js']);
});

test('the list is read out of a release’s archive, behind files of any size', async () => {
  const release = path.join(home, 'slipway-1.2.3');
  fs.mkdirSync(path.join(release, 'public'), { recursive: true });
  fs.writeFileSync(path.join(release, 'large'), Buffer.alloc(1_000_001, 'x'));
  fs.writeFileSync(path.join(release, `long-${'n'.repeat(180)}`), 'a name that tar keeps apart');
  fs.writeFileSync(path.join(release, 'public/served.sha256'), listOf(released));
  const archive = path.join(home, 'r.tar.gz');
  execFileSync('tar', ['--format=gnu', '--sort=name', '-C', home, '-czf', archive, 'slipway-1.2.3']);
  const { version, commit, sums } = await readServedList(archive);
  expect({ version, commit, files: sums.size }).toEqual({ version: '1.2.3', commit: 'abcdef', files: 3 });
  fs.writeFileSync(path.join(home, 'empty'), 'nothing');
  await expect(readServedList(path.join(home, 'empty'))).rejects.toThrow('This is no list');
});
