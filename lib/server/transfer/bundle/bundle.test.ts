import { randomInt } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { bundleLimits, bundleLines } from '@/lib/domain/file/bundle';
import type { Context } from '@/lib/server/context';
import { fileCreationKey } from '@/lib/server/services/upload/creation-key';
import { bundleClient, bundleOf, type ComposedRecord, newKey, record } from '@/testing/service/bundle';
import { open, send, sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

async function setUp() {
  const { ctx, share, auth, tus, download } = await uploading(port);
  const bundle = bundleClient(port, share.id, auth);
  const before = await keptBytes(ctx);
  const newlyKept = async () => (await keptBytes(ctx)).filter((id) => !before.includes(id));
  const rows = () => ctx.db.file.findMany({ where: { shareId: share.id }, orderBy: { name: 'asc' } });
  const names = async () => (await rows()).map(({ name }) => name);
  return { ctx, share, auth, tus, bundle, rows, names, download, newlyKept };
}

/** Bytes that belong to no file and aren't to be removed now. */
const keptBytes = async ({ db }: Context) =>
  (await db.removal.findMany({ where: { since: { gt: new Date() } } })).map(({ fileId }) => fileId);

const keyOf = ({ head }: ComposedRecord): string => head.key ?? '';
const stored = (sent: ComposedRecord[]) =>
  sent.map((one) => ({ key: keyOf(one), id: expect.stringMatching(/^\w{32}$/) }));
const byKey = <T extends { key?: string }>(lines: T[]) =>
  lines.sort((a, b) => (a.key ?? '').localeCompare(b.key ?? ''));

test('many small files arrive whole in one request, each with its folder, name, time, type and sums', async () => {
  const { ctx, share, bundle, rows, download, newlyKept } = await setUp();
  const contents = Array.from({ length: 300 }, (_, n) => someBytes(n === 0 ? 0 : randomInt(1, 20_000)));
  const sent = contents.map((bytes, n) =>
    record(`a/b ${n % 3}/file-${n}.png`, bytes, { modified: 1_700_000_000_000 + n, type: 'image/png' }),
  );
  const lines = await bundle.lines(sent);
  expect(byKey(lines)).toEqual(byKey(stored(sent)));
  const there = new Map((await rows()).map((row) => [row.id, row]));
  expect(there.size).toBe(300);
  for (const [n, one] of sent.entries()) {
    const { id = '' } = lines.find(({ key }) => key === keyOf(one)) ?? {};
    expect(there.get(id ?? '')).toMatchObject({
      path: `a/b ${n % 3}`,
      name: `file-${n}.png`,
      state: 'complete',
      storedBytes: BigInt(contents[n]?.length ?? 0),
      sha256: sha256(contents[n] as Buffer),
      modifiedAt: new Date(1_700_000_000_000 + n),
      mimeType: 'image/png',
    });
    if (n % 50 === 1) expect((await download(`/${id}`)).equals(contents[n] as Buffer)).toBe(true);
  }
  expect(await newlyKept()).toEqual([]);
  expect(await ctx.db.upload.count({ where: { file: { shareId: share.id } } })).toBe(0);
  const { fileCount } = await ctx.db.share.findUniqueOrThrow({ where: { id: share.id } });
  expect(fileCount).toBe(300);
});

test('the audit has one line for what was stored together, with how many and who', async () => {
  const { ctx, share, bundle } = await setUp();
  await bundle.lines([record('a', 'one'), record('b', 'three')]);
  const events = await ctx.db.auditEvent.findMany({ where: { shareId: share.id } });
  expect(events).toMatchObject([
    { event: 'upload.complete', actorId: ctx.viewer.id, details: { files: 2, sizeBytes: 8 } },
  ]);
});

test('a bundle that is sent again makes nothing new, and gives the same ids', async () => {
  const { bundle, names } = await setUp();
  const sent = [record('a.txt', 'A'), record('b.txt', 'B')];
  const first = byKey(await bundle.lines(sent));
  expect(byKey(await bundle.lines(sent))).toEqual(first);
  const both = await Promise.all([bundle.lines(sent), bundle.lines(sent)]);
  for (const lines of both) expect(byKey(lines)).toEqual(first);
  expect(await names()).toEqual(['a.txt', 'b.txt']);
});

test('equal bundles at the same time store their files once', async () => {
  const { bundle, rows, newlyKept } = await setUp();
  const sent = Array.from({ length: 20 }, (_, n) => record(`${n}.txt`, `${n}`));
  const all = await Promise.all(Array.from({ length: 5 }, () => bundle.lines(sent)));
  for (const lines of all) expect(byKey(lines)).toEqual(byKey(all[0] ?? []));
  expect((await rows()).length).toBe(20);
  expect(await newlyKept()).toEqual([]); // the bytes of the others are on their way out
});

const said = (lines: { key?: string; id?: unknown; message?: string }[], sent: ComposedRecord) => {
  const { id, message } = lines.find(({ key }) => key === keyOf(sent)) ?? {};
  return message ?? typeof id;
};

const used = 'Idempotency-Key: was already used for something else. Use a new one.';

test('a key that comes twice is one file, and refused for other bytes, another name or size', async () => {
  const { bundle, names } = await setUp();
  const key = newKey();
  const first = record('a.txt', 'AAA', { key });
  expect(await bundle.lines([first, first])).toEqual([...stored([first]), ...stored([first])]);
  for (const other of [
    record('a.txt', 'BBB', { key }),
    record('b.txt', 'AAA', { key }),
    record('a.txt', 'A', { key }),
  ])
    expect(said(await bundle.lines([other]), other)).toBe(used);
  const within = newKey();
  const lines = await bundle.lines([
    record('c.txt', 'CCC', { key: within }),
    record('c.txt', 'DDD', { key: within }),
  ]);
  expect(lines.map(({ id, message }) => message ?? typeof id).sort()).toEqual([used, 'string']);
  expect(await names()).toEqual(['a.txt', 'c.txt']);
});

test('the keys of another share mean nothing here', async () => {
  const [one, other] = [await setUp(), await setUp()];
  const sent = record('a.txt', 'A');
  const [first] = await one.bundle.lines([sent]);
  const [second] = await other.bundle.lines([sent]);
  expect(second?.id).not.toBe(first?.id);
  expect([await one.names(), await other.names()]).toEqual([['a.txt'], ['a.txt']]);
});

test('a client can ask which keys have arrived without sending a byte', async () => {
  const { bundle, tus } = await setUp();
  const sent = record('a.txt', 'A');
  const [first] = await bundle.lines([sent]);
  const begun = newKey();
  await tus.create(1000, { 'idempotency-key': begun });
  const ask = (key: string) => ({ head: { key, path: '', size: 5, ask: true } });
  const missing = newKey();
  expect(await bundle.lines([ask(keyOf(sent)), ask(missing), ask(begun)])).toEqual([
    { key: keyOf(sent), id: first?.id },
    { key: missing, id: null },
    { key: begun, id: null },
  ]);
});

test('a file that tus began with the same key gets the bytes that it lacks', async () => {
  const { bundle, tus, rows } = await setUp();
  const bytes = someBytes(5000);
  const key = newKey();
  const path = await tus.begin(5000, { 'idempotency-key': key, 'sharry-file-name': 'a.bin' });
  await tus.patch(path, 0, bytes.subarray(0, 2000));
  const sent = record('a.bin', bytes, { key });
  expect(await bundle.lines([sent])).toEqual([{ key, id: path.split('/').at(-1) }]);
  expect(await rows()).toMatchObject([{ state: 'complete', sha256: sha256(bytes) }]);
  expect((await tus.head(path)).headers['upload-offset']).toBe('5000');
});

test('a file that tus began with other bytes isn’t mixed with a bundle’s', async () => {
  const { bundle, tus } = await setUp();
  const key = newKey();
  const path = await tus.begin(5000, { 'idempotency-key': key, 'sharry-file-name': 'a.bin' });
  await tus.patch(path, 0, someBytes(2000));
  const sent = record('a.bin', someBytes(5000), { key });
  expect(said(await bundle.lines([sent]), sent)).toBe(used);
  expect((await tus.head(path)).headers['upload-offset']).toBe('2000');
});

test('a bundle that is cut at any byte keeps what is whole, says so, and nothing of the rest', async () => {
  const { bundle, names } = await setUp();
  const before = record('a.txt', 'A');
  await bundle.lines([before]);
  const next = record('b.txt', 'BB');
  const whole = bundleOf([before, next]);
  for (let at = bundleOf([before]).length + 1; at < whole.length; at++) {
    const lines = bundleLines((await bundle.post(whole.subarray(0, at))).body.toString());
    expect(lines).toEqual([
      ...stored([before]),
      { code: 'bundle.broken', message: expect.stringContaining('breaks off') },
    ]);
  }
  expect(await names()).toEqual(['a.txt']);
});

test('a line that breaks leaves whole files and no others', async () => {
  const { bundle, auth, names } = await setUp();
  const [first, second] = [record('a.txt', 'A'), record('b.txt', 'B'.repeat(1000))];
  const bytes = bundleOf([first, second]);
  const { request, reply } = open(port, 'POST', bundle.path, { ...auth, 'content-length': bytes.length });
  request.write(bytes.subarray(0, bytes.length - 10));
  await expect.poll(names).toEqual(['a.txt']);
  request.destroy();
  await reply.catch(() => undefined);
  expect(byKey(await bundle.lines([first, second]))).toEqual(byKey(stored([first, second])));
  expect(await names()).toEqual(['a.txt', 'b.txt']);
});

const head = (fields: object | string) => {
  const json = Buffer.from(typeof fields === 'string' ? fields : JSON.stringify(fields));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json]);
};

test.each<[string, Buffer, string]>([
  ['is longer than heads may be', Buffer.from([0, 1, 0, 0]), 'head: must have at most 16384 bytes.'],
  ['says a length of four gigabytes', Buffer.alloc(4, 0xff), 'head: must have at most 16384 bytes.'],
  ['isn’t JSON', head('{"key"'), 'head: is not valid JSON.'],
  ['is no object', head('7'), 'head: has the wrong type.'],
  ['is empty', Buffer.alloc(4), 'head: is not valid JSON.'],
  ['has no size', head({ key: newKey(), path: 'a' }), 'size: is missing.'],
  ['has a size below nothing', head({ key: newKey(), path: 'a', size: -1 }), 'size: must be at least 0.'],
  ['has half a byte', head({ key: newKey(), path: 'a', size: 1.5 }), 'size: has the wrong type.'],
  [
    'has too large a file',
    head({ key: newKey(), path: 'a', size: 262_145 }),
    'size: must be at most 262144.',
  ],
])('a head that %s ends the bundle by name, and what was before it stays', async (_what, broken, message) => {
  const { bundle, names } = await setUp();
  const before = record('a.txt', 'A');
  const body = Buffer.concat([bundleOf([before]), broken, bundleOf([record('c.txt', 'C')])]);
  const { status, body: answer } = await bundle.post(body);
  const lines = bundleLines(answer.toString());
  expect([status, lines.at(-1)?.message]).toEqual([200, message]);
  expect(lines.slice(0, -1)).toEqual(stored([before]));
  expect(await names()).toEqual(['a.txt']);
});

test.each<[string, ComposedRecord['head'], string]>([
  ['no key', { key: undefined as unknown as string }, 'key: is missing.'],
  ['a key that could be guessed', { key: 'order-17' }, 'key: must have at least 32 characters.'],
  ['no name', { path: undefined }, 'path: is missing.'],
  ['a number for a name', { path: 7 }, 'path: has the wrong type.'],
  ['a time of no day', { modified: 1e17 }, /^modified: /.source],
])('a file with %s is refused by name, and the others arrive', async (_what, wrong, message) => {
  const { bundle, names } = await setUp();
  const lines = await bundle.lines([record('a.txt', 'A'), record('b.txt', 'B', wrong), record('c.txt', 'C')]);
  expect(lines.filter(({ id }) => id).length).toBe(2);
  expect(lines.find(({ code }) => code)?.message).toMatch(new RegExp(message));
  expect(await names()).toEqual(['a.txt', 'c.txt']);
});

test.each([
  ['../../etc/passwd', 'etc', 'passwd'],
  ['/abs/a.txt', 'abs', 'a.txt'],
  ['C:\\docs\\plan.txt', 'C:/docs', 'plan.txt'],
  ['a\0b.txt', '', 'ab.txt'],
  ['..', '', 'file-1'],
  ['', '', 'file-1'],
  ['x/', 'x', 'file-1'],
  [`${'n'.repeat(296)}.pdf`, '', `${'n'.repeat(251)}.pdf`],
  ['half \ud800 a character', '', 'half \ufffd a character'],
  ['Zürich 🎁.txt', '', 'Zürich 🎁.txt'],
])('a file called %j is called what is left of it', async (path, folder, name) => {
  const { bundle, rows } = await setUp();
  await bundle.lines([record(path, 'x')]);
  expect(await rows()).toMatchObject([{ path: folder, name }]);
});

test('a size that lies makes a file of that size at most, and the rest is no head', async () => {
  const { bundle, rows } = await setUp();
  const short = record('a.txt', 'AAAAAAAA', { size: 4 });
  const lines = await bundle.lines([short, record('b.txt', 'B')]);
  expect(lines).toEqual([...stored([short]), { code: 'request.invalid', message: expect.any(String) }]);
  expect(await rows()).toMatchObject([{ name: 'a.txt', sizeBytes: 4n, storedBytes: 4n }]);
});

test('ten thousand files are a bundle, and of one more the first ten thousand count', async () => {
  const { bundle } = await setUp();
  const asked = (count: number) =>
    Array.from({ length: count }, () => ({ head: { key: newKey(), path: '', size: 0, ask: true } }));
  expect((await bundle.lines(asked(bundleLimits.files))).length).toBe(bundleLimits.files);
  const lines = await bundle.lines(asked(bundleLimits.files + 1));
  expect(lines.length).toBe(bundleLimits.files + 1);
  expect(lines.at(-1)).toMatchObject({ code: 'bundle.tooMany', message: expect.stringContaining('10,000') });
});

test('a bundle over the quota stores its first files and refuses each of the others by itself', async () => {
  const { ctx, share, bundle, names, newlyKept } = await setUp();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxBytes: 25, maxFiles: 5 } });
  const sent = Array.from({ length: 4 }, (_, n) => record(`${n}.txt`, '0123456789'));
  const lines = await bundle.lines(sent);
  expect(sent.map((one) => lines.find(({ key }) => key === keyOf(one))?.code)).toEqual([
    undefined,
    undefined,
    'upload.quotaBytes',
    'upload.quotaBytes',
  ]);
  expect(byKey(await bundle.lines(sent.slice(0, 2)))).toEqual(byKey(stored(sent.slice(0, 2)))); // though it is full
  const tiny = Array.from({ length: 4 }, (_, n) => record(`t${n}`, ''));
  expect((await bundle.lines(tiny)).map(({ code }) => code).sort()).toEqual([
    'upload.quotaFiles',
    undefined,
    undefined,
    undefined,
  ]);
  expect(await names()).toEqual(['0.txt', '1.txt', 't0', 't1', 't2']);
  const { sizeBytes } = await ctx.db.share.findUniqueOrThrow({ where: { id: share.id } });
  expect(sizeBytes).toBe(20n);
  expect(await newlyKept()).toEqual([]);
});

test('bundles at the same time together stay within the quota', async () => {
  const { ctx, bundle, names } = await setUp();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxFiles: 10 } });
  const bundles = Array.from({ length: 6 }, (_, b) =>
    Array.from({ length: 5 }, (_, n) => record(`${b}-${n}`, 'x')),
  );
  const answers = (await Promise.all(bundles.map(bundle.lines))).flat();
  expect(answers.filter(({ id }) => id).length).toBe(10);
  expect((await names()).length).toBe(10);
});

test('a compressed bundle is refused by name', async () => {
  const { bundle } = await setUp();
  const { status, json } = await bundle.post(bundleOf([record('a', 'A')]), { 'content-encoding': 'gzip' });
  expect([status, json().message]).toEqual([400, 'Content-Encoding: is not supported.']);
});

test('a chunked bundle without a length arrives, in pieces of one byte', async () => {
  const { bundle, auth, names } = await setUp();
  const sent = [record('a.txt', 'A'), record('b.txt', 'B')];
  const { request, reply } = open(port, 'POST', bundle.path, auth);
  for (const byte of bundleOf(sent)) await new Promise((resolve) => request.write(Buffer.of(byte), resolve));
  request.end();
  expect(byKey(bundleLines((await reply).body.toString()))).toEqual(byKey(stored(sent)));
  expect(await names()).toEqual(['a.txt', 'b.txt']);
});

test('files are answered while the bundle still goes, and the connection serves the next one', async () => {
  const { bundle, auth } = await setUp();
  const sent = [record('a.txt', 'A'), record('b.txt', 'B')];
  const [first, second] = sent.map((one) => bundleOf([one]));
  const { request } = open(port, 'POST', bundle.path, auth);
  request.write(first);
  const line = await new Promise<Buffer>((resolve) =>
    request.once('response', (response) => response.once('data', resolve)),
  );
  expect(bundleLines(line.toString())).toEqual(stored(sent.slice(0, 1)));
  request.end(second);
});

test('an empty bundle is answered with nothing', async () => {
  const { bundle } = await setUp();
  expect(await bundle.post(Buffer.alloc(0))).toMatchObject({ status: 200, body: Buffer.alloc(0) });
});

test('a key that is kept is the digest that other ways of sending keep', async () => {
  const { bundle, rows } = await setUp();
  const sent = record('a.txt', 'A');
  await bundle.lines([sent]);
  expect(await rows()).toMatchObject([{ creationKey: fileCreationKey(keyOf(sent)) }]);
});

test('a share of somebody else is not found, and nobody sends without signing in', async () => {
  const [one, other] = [await setUp(), await setUp()];
  const body = bundleOf([record('a', 'A')]);
  expect(await send(port, 'POST', one.bundle.path, { headers: other.auth, body })).toMatchObject({
    status: 404,
  });
  expect(await send(port, 'POST', one.bundle.path, { body })).toMatchObject({ status: 401 });
  expect(await one.names()).toEqual([]);
});
