import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ManifestChain } from '@/lib/domain/sealed/chain';
import { sealedName, sealedPosition } from '@/lib/domain/sealed/layout';
import { emptyManifest, type Manifest, sealManifest } from '@/lib/domain/sealed/manifest';
import { sealBytes } from '@/lib/domain/sealed/seal';
import { keyFragment, newShareKey, type ShareKey } from '@/lib/domain/sealed/share-key';
import { CommandHome, ended, treeOf } from '@/testing/people/cli';
import { sha256 } from '@/testing/people/sealed-share';

// A server of the test's own, because ours changes nothing that was sealed.

type Stored = { name: string; bytes: Buffer };
type FileAnswer = (req: http.IncomingMessage, res: http.ServerResponse, bytes: Buffer) => void;

let home: CommandHome;
let server: http.Server;
let asked: (string | undefined)[];
let key: ShareKey;
beforeEach(async () => {
  home = new CommandHome();
  asked = [];
  key = await newShareKey();
});
afterEach(() => {
  home.remove();
  server.closeAllConnections();
  server.close();
});

const plain = {
  a: randomBytes(6_000_000),
  b: randomBytes(131_072),
  c: Buffer.alloc(0),
  d: randomBytes(131_072),
};

/** Sealed files, with the manifest that names them. */
async function sealedFiles(names: string[] = Object.keys(plain), chain: Partial<ManifestChain> = {}) {
  const files: Manifest['files'] = [];
  const stored: Stored[] = [];
  for (const [name, content] of Object.entries(plain).filter(([one]) => names.includes(one))) {
    const salt = new Uint8Array(randomBytes(16));
    const bytes = Buffer.from(await sealBytes(key, { kind: 'file', salt, bytes: new Uint8Array(content) }));
    stored.push({ name: sealedName(salt), bytes });
    const [path, size, type, modifiedMs] = ['in', content.length, 'text/plain', 1_700_000_000_000];
    files.push({ salt: Buffer.from(salt).toString('hex'), path, name, size, type, modifiedMs });
  }
  const sealed = await sealManifest(key, { ...emptyManifest, ...chain, files });
  const manifest = Buffer.from(sealed).toString('base64');
  return { stored, manifest };
}

const whole: FileAnswer = (req, res, bytes) => {
  const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0);
  res.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
  res.end(bytes.subarray(from));
};

type Served = { stored: Stored[]; manifest: string | null; answer?: FileAnswer; said?: object };

async function serve({ stored, manifest, answer = whole, said = { e2ee: 'v1' } }: Served): Promise<string> {
  server = http.createServer((req, res) => {
    const id = /\/file\/(\d)/.exec(req.url ?? '')?.[1];
    if (id !== undefined) {
      asked.push(req.headers.range);
      return answer(req, res, stored[Number(id)]?.bytes ?? Buffer.alloc(0));
    }
    const files = stored.map(({ name, bytes }, n) => ({
      ...{ id: `${n}`, filename: name, path: '', size: bytes.length, checksum: sha256(bytes) },
      ...{ complete: true, created: 1000, lastModified: null },
    }));
    const isManifest = req.url?.endsWith('/manifest');
    res.end(
      JSON.stringify(isManifest ? { manifest } : { files, ...said, retryDelays: [0, 0, 0], chunkSize: 1 }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/app/open/link${keyFragment(key)}`;
}

const got = (link: string) => home.run(['get', link, '-o', 'to']);
const onDisk = () => (fs.existsSync(home.file('to')) ? Object.keys(treeOf(home.file('to'))) : []);
const partBytes = () => fs.statSync(home.file('to/in/.slipway-0.part'), { throwIfNoEntry: false })?.size ?? 0;

const startOf = ({ headers: { range = '' } }: http.IncomingMessage) =>
  Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0);

/** Sends a bit more than is held back for sealed records, and waits until it has been written. */
async function sendPart(req: http.IncomingMessage, res: http.ServerResponse, bytes: Buffer) {
  const from = startOf(req);
  const before = partBytes();
  res.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
  res.write(bytes.subarray(from, from + 2_200_000));
  await vi.waitUntil(() => partBytes() > before, { interval: 5, timeout: 20_000 });
}

test('a sealed file that breaks off is taken up at a record', async () => {
  let breaks = 2;
  const link = await serve({
    ...(await sealedFiles(['a'])),
    answer: async (req, res, bytes) => {
      if (breaks-- <= 0) return whole(req, res, bytes);
      await sendPart(req, res, bytes);
      res.destroy();
    },
  });
  expect((await got(link)).code).toBe(0);
  expect(fs.readFileSync(home.file('to/in/a')).equals(plain.a)).toBe(true);
  const starts = asked.slice(1).map((range) => Number(/\d+/.exec(range ?? '')?.[0]));
  expect(starts).toHaveLength(2);
  for (const start of starts)
    expect((start - sealedPosition(0)) % (sealedPosition(1) - sealedPosition(0))).toBe(0);
});

test('a get that is killed goes on where whole records end, and what is there is sealed again to compare', async () => {
  let isFirst = true;
  const link = await serve({
    ...(await sealedFiles(['a'])),
    answer: async (req, res, bytes) => {
      if (!isFirst) return whole(req, res, bytes);
      isFirst = false;
      await sendPart(req, res, bytes);
      child.kill('SIGKILL');
    },
  });
  const child = home.start(['get', link, '-o', 'to']);
  await ended(child);
  expect(onDisk()).toEqual(['in/.slipway-0.part']);
  fs.appendFileSync(home.file('to/in/.slipway-0.part'), 'half a record');
  expect((await got(link)).code).toBe(0);
  const [, from = ''] = /^bytes=(\d+)-$/.exec(asked.at(-1) ?? '') ?? [];
  const [begin, end] = [sealedPosition(0), sealedPosition(1)];
  expect(Number(from)).toBeGreaterThan(begin);
  expect((Number(from) - begin) % (end - begin)).toBe(0);
  expect(fs.readFileSync(home.file('to/in/a')).equals(plain.a)).toBe(true);
  expect(onDisk()).toEqual(['in/a']);
});

type SealedFiles = Awaited<ReturnType<typeof sealedFiles>>;
const flipped = (bytes: Buffer, at: number) => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};
const stored = (files: SealedFiles, n: number) => files.stored[n]?.bytes ?? Buffer.alloc(0);
const withBytes = (files: SealedFiles, n: number, bytes: Buffer) => ({
  ...files,
  stored: files.stored.map((one, at) => (at === n ? { ...one, bytes } : one)),
});
const record = sealedPosition(1) - sealedPosition(0);

test.each<[string, string, (files: SealedFiles) => Served]>([
  [
    'a byte is changed in the middle',
    'was changed after',
    (all) => withBytes(all, 1, flipped(stored(all, 1), 70_000)),
  ],
  [
    'a byte is changed in the last record',
    'was changed after',
    (all) => withBytes(all, 1, flipped(stored(all, 1), 131_135)),
  ],
  [
    'a byte of its header is changed',
    'was changed after',
    (all) => withBytes(all, 1, flipped(stored(all, 1), 8)),
  ],
  ['the empty one is changed', 'was changed after', (all) => withBytes(all, 2, flipped(stored(all, 2), 40))],
  [
    'the last record is cut off',
    'missing or damaged',
    (all) => withBytes(all, 1, stored(all, 1).subarray(0, 32 + record)),
  ],
  ['one has the bytes of another', 'was changed after', (all) => withBytes(all, 1, stored(all, 3))],
  [
    'records are swapped',
    'was changed after',
    (all) => {
      const bytes = stored(all, 1);
      const [one, two] = [bytes.subarray(32, 32 + record), bytes.subarray(32 + record)];
      return withBytes(all, 1, Buffer.concat([bytes.subarray(0, 32), two, one]));
    },
  ],
  [
    'one is not there',
    'missing or damaged',
    ({ stored, ...rest }) => ({ ...rest, stored: stored.toSpliced(1, 1) }),
  ],
  [
    'the names are changed',
    'The key doesn’t fit',
    (all) => ({ ...all, manifest: flipped(Buffer.from(all.manifest, 'base64'), 60).toString('base64') }),
  ],
  ['there are no names', 'not sealed anything', (all) => ({ ...all, manifest: null })],
  ['the seal is denied', 'nothing is sealed', (all) => ({ ...all, said: {} })],
  ['the seal is newer', 'a newer way', (all) => ({ ...all, said: { e2ee: 'v2' } })],
  [
    'the answer ends early',
    'onnection',
    (all) => ({
      ...all,
      answer: (req, res, bytes) => {
        const from = startOf(req);
        res.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from });
        res.write(bytes.subarray(from, -1), () => res.destroy());
      },
    }),
  ],
])('a sealed share is refused when %s, and no such file has its name', async (_what, words, change) => {
  const link = await serve(change(await sealedFiles()));
  const { code, out, err } = await got(link);
  expect({ code: code !== 0, out, err }).toEqual({
    code: true,
    out: '',
    err: expect.stringContaining(words),
  });
  expect(err).not.toMatch(/#k=[\w-]/);
  for (const name of onDisk().filter((one) => !one.endsWith('.part'))) {
    const content = plain[name.replace('in/', '') as keyof typeof plain];
    expect([name, fs.readFileSync(home.file(`to/${name}`)).equals(content)]).toEqual([name, true]);
  }
  const damaged = words === 'was changed after' || words === 'missing or damaged';
  if (damaged) expect(onDisk()).not.toContain(_what.startsWith('the empty') ? 'in/c' : 'in/b');
});

test('a file that the names don’t know is got as an unnamed one', async () => {
  const all = await sealedFiles(['b', 'd']);
  const { stored: extra } = await sealedFiles(['c']);
  const link = await serve({ ...all, stored: [...all.stored, ...extra] });
  expect((await got(link)).code).toBe(0);
  expect(onDisk()).toEqual(['Unnamed file', 'in/b', 'in/d']);
});

test('a state older than the one that was asked for is refused before a file is asked for, and the state is told', async () => {
  const link = await serve(await sealedFiles(['b'], { revision: 4 }));
  const after = (revision: string) => home.run(['--json', 'get', link, '-o', 'to', '--after', revision]);
  const older = await after('5');
  expect(older).toMatchObject({ code: 1, out: '' });
  expect(older.err).toContain('shows revision 4 of this share, which is older than 5');
  expect((await after('five')).code).toBe(2);
  expect([asked, onDisk()]).toEqual([[], []]);
  expect(JSON.parse((await after('4')).out)).toMatchObject({ revision: 4 });
});

test('a file that its sender has removed isn’t got, although the server still has it', async () => {
  const extra = await sealedFiles(['c']);
  const removed = extra.stored.map(({ name }) => name.replace('.sealed', ''));
  const all = await sealedFiles(['b', 'd'], { removed });
  const link = await serve({ ...all, stored: [...all.stored, ...extra.stored] });
  expect((await got(link)).code).toBe(0);
  expect(onDisk()).toEqual(['in/b', 'in/d']);
});
