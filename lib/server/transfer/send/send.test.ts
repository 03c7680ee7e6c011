import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { ShareDetail } from '@/lib/contract/share-shapes';
import type { UserContext } from '@/lib/server/context';
import { getShare } from '@/lib/server/services/share/get';
import { createToken } from '@/lib/server/services/token/create';
import { ownAlias, userContext } from '@/test/context';
import { run, scratchFolder } from '@/test/curl';
import { open, sha256, someBytes, startDoor } from '@/test/transfer';

let port: number;
const cwd = scratchFolder();
const report = someBytes(300_000);
beforeAll(async () => {
  port = (await startDoor()).port;
  fs.writeFileSync(path.join(cwd, 'report.pdf'), report);
  fs.writeFileSync(path.join(cwd, 'notes.txt'), 'Some notes.\n');
});

async function sender() {
  const ctx = await userContext({ now: new Date() });
  const wanted = { name: 'x', scopes: ['upload' as const], validity: 60_000, networks: [] };
  const { token } = await createToken(ctx, wanted);
  const base = `http://127.0.0.1:${port}/u`;
  const curl = (args: string[], input?: string | Buffer) =>
    run('curl', ['-sS', '-H', `Authorization: Bearer ${token}`, ...args], { cwd, ...(input && { input }) });
  return { ctx, token, base, curl };
}

/** The newest share of somebody, as its owner sees it. */
async function newest(ctx: UserContext): Promise<ShareDetail> {
  const { id } = await ctx.db.share.findFirstOrThrow({
    where: { ownerId: ctx.viewer.id },
    orderBy: { createdAt: 'desc' },
  });
  return getShare(ctx, { shareId: id });
}

const countOf = (ctx: UserContext) => ctx.db.share.count({ where: { ownerId: ctx.viewer.id } });
const leftover = (ctx: UserContext) => ctx.db.file.count({ where: { share: { ownerId: ctx.viewer.id } } });

test('curl -T makes a published share of a file, and answers its link as one line', async () => {
  const { ctx, base, curl } = await sender();
  const { code, out } = await curl(['-T', 'report.pdf', `${base}/`]);
  const { publishInfo, files, validity, maxViews } = await newest(ctx);
  expect({ code, out }).toEqual({ code: 0, out: `${ctx.config.BASE_URL}/app/open/${publishInfo?.id}\n` });
  expect(files).toMatchObject([
    {
      filename: 'report.pdf',
      mimetype: 'application/pdf',
      size: 300_000,
      checksum: sha256(report),
      complete: true,
    },
  ]);
  expect({ validity, maxViews }).toEqual({ validity: ctx.config.DEFAULT_VALIDITY, maxViews: 30 });
});

test('JSON where it is asked for, with everything that the next call needs', async () => {
  const { ctx, base, curl } = await sender();
  const { out } = await curl(['-T', 'notes.txt', '-H', 'Accept: application/json', `${base}/`]);
  const { id, publishInfo } = await newest(ctx);
  const link = publishInfo?.id;
  expect(JSON.parse(out)).toMatchObject({
    success: true,
    code: null,
    id,
    link,
    url: `${ctx.config.BASE_URL}/app/open/${link}`,
  });
});

test('how long, how often, how it is called and its password are said in headers, or all but the password in the query', async () => {
  const { ctx, base, curl } = await sender();
  const headers = [
    'Slipway-Validity: 8 hours',
    'Slipway-Views: 3',
    'Slipway-Name: Z%C3%BCrich',
    'Sharry-Password: open%20sesame',
  ];
  await curl([...headers.flatMap((header) => ['-H', header]), '-T', 'notes.txt', `${base}/?views=7`]);
  expect(await newest(ctx)).toMatchObject({
    validity: 8 * 3600_000,
    maxViews: 3,
    name: 'Zürich',
    password: true,
  });
  await curl(['-T', 'notes.txt', `${base}/notes.txt?validity=90min&views=7&name=Plans`]);
  expect(await newest(ctx)).toMatchObject({
    validity: 90 * 60_000,
    maxViews: 7,
    name: 'Plans',
    password: false,
  });
});

test.each([
  ['?password=x', 'password'],
  ['?validity=soon', 'validity'],
  ['?validity=0', 'validity'],
  ['?validity=400days', 'validity'],
  ['?views=0', 'views'],
  ['?views=many', 'views'],
  [`?name=${'x'.repeat(256)}`, 'name'],
])('%s is refused by name, before anything is kept', async (query, field) => {
  const { ctx, base, curl } = await sender();
  const { code, out } = await curl(['-f', '-T', 'notes.txt', `${base}/a.txt${query}`]);
  expect(code).toBe(22);
  expect(out).toBe('');
  const said = await curl(['-T', 'notes.txt', `${base}/a.txt${query}`]);
  expect(said.out.startsWith(`${field}: `), said.out).toBe(true);
  expect(await countOf(ctx)).toBe(0);
});

test('a form sends several files into one share, and one without files makes none', async () => {
  const { ctx, base, curl } = await sender();
  await curl(['-F', 'a=@report.pdf', '-F', 'b=@notes.txt', `${base}/`]);
  expect((await newest(ctx)).files.map(({ filename }) => filename)).toEqual(['notes.txt', 'report.pdf']);
  const { out } = await curl(['-F', 'only=a field', '-F', 'meta={}', `${base}/`]);
  expect(out).toMatch(/^http/); // a part without a file name is a file, as in every form here
  const empty = await curl([
    '-X',
    'POST',
    '-H',
    'Content-Type: multipart/form-data; boundary=x',
    '--data-binary',
    '--x--',
    `${base}/`,
  ]);
  expect(empty.out).toMatch(/^file: /);
  expect(await countOf(ctx)).toBe(2);
});

test('what comes from a pipe has no length before its end, and a large one may wait to be asked for', async () => {
  const { ctx, base, curl } = await sender();
  const piped = await curl(['-T', '-', `${base}/dump.sql`], 'select 1;\n');
  expect(piped.code).toBe(0);
  expect((await newest(ctx)).files).toMatchObject([{ filename: 'dump.sql', size: 10 }]);
  const waited = await curl(['-H', 'Expect: 100-continue', '-T', 'report.pdf', `${base}/`]);
  expect(waited.out).toMatch(/^http/);
});

test.each([
  ['..%2f..%2fetc%2fpasswd', 'etc/passwd'],
  ['%2e%2e%2f', 'file-1'],
  ['a%00b.txt', 'ab.txt'],
  ['Z%C3%BCrich%20%F0%9F%8E%81.txt', 'Zürich 🎁.txt'],
  ['C%3A%5Cdocs%5Cplan.txt', 'C:/docs/plan.txt'],
  ['%ff.txt', '%ff.txt'],
  ['100%.txt', '100%.txt'],
  [`${'n'.repeat(296)}.pdf`, `${'n'.repeat(251)}.pdf`],
  ['', 'file-1'],
])('a file sent as %j is called what is left of it', async (name, expected) => {
  const { ctx, base, curl } = await sender();
  const { out } = await curl([
    '--path-as-is',
    '-X',
    'PUT',
    '--data-binary',
    '@notes.txt',
    '-H',
    'Content-Type:',
    `${base}/${name}`,
  ]);
  expect(out).toMatch(/^http/);
  const [file] = (await newest(ctx)).files;
  expect(file?.path ? `${file.path}/${file.filename}` : file?.filename).toBe(expected);
});

test('a body that breaks off leaves nothing', async () => {
  const { ctx, token } = await sender();
  const headers = { authorization: `Bearer ${token}`, 'content-length': 1000 };
  const { request, reply } = open(port, 'PUT', '/u/half.bin', headers);
  await new Promise((resolve) => request.write(Buffer.alloc(500), resolve));
  await expect.poll(() => ctx.db.removal.count()).toBeGreaterThan(0);
  request.destroy();
  await reply.catch(() => undefined);
  await expect.poll(() => leftover(ctx)).toBe(0);
  expect(await countOf(ctx)).toBe(0);
});

test('what is larger than the account may hold is refused with the status of too much, and leaves nothing', async () => {
  const { ctx, base, curl } = await sender();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxBytes: 1000 } });
  for (const args of [
    ['-T', 'report.pdf'],
    ['-T', '-'],
    ['-F', 'a=@notes.txt', '-F', 'b=@report.pdf'],
  ]) {
    const { out } = await curl(['-w', '%{http_code}', ...args, `${base}/`], report);
    expect(out).toMatch(/^This account may hold 1000B.*\n413$/);
  }
  expect([await countOf(ctx), await leftover(ctx)]).toEqual([0, 0]);
});

test('a part of a file is refused: curl -C - -T would overwrite nothing here', async () => {
  const { ctx, base, curl } = await sender();
  const { out } = await curl(['-H', 'Content-Range: bytes 0-11/100', '-T', 'notes.txt', `${base}/`]);
  expect(out).toMatch(/^Content-Range: /);
  expect(await countOf(ctx)).toBe(0);
});

test('without a token, or with one that may not upload, nothing is made', async () => {
  const { ctx, base } = await sender();
  const wanted = { name: 'x', scopes: ['read' as const], validity: 60_000, networks: [] };
  const { token } = await createToken(ctx, wanted);
  const status = (args: string[]) =>
    run('curl', ['-sS', '-o', '-', '-w', '%{http_code}', '-T', 'notes.txt', ...args, `${base}/`], { cwd });
  expect((await status([])).out).toBe('Please sign in.\n401');
  expect((await status(['-H', `Authorization: Bearer ${token}`])).out).toMatch(
    /lacks the scope upload\.\n403$/,
  );
  expect(await countOf(ctx)).toBe(0);
});

test('an alias takes files without any token, under its address', async () => {
  const { ctx, base } = await sender();
  const alias = await ownAlias(ctx);
  const bare = (args: string[]) => run('curl', ['-sS', ...args], { cwd });
  for (const address of [`${base}/alias/${alias.id}`, `${base}/alias/${alias.id}/`]) {
    expect(await bare(['-T', 'notes.txt', address])).toMatchObject({
      code: 0,
      out: 'Thank you. The files have arrived.\n',
    });
  }
  const shares = await ctx.db.share.findMany({
    where: { aliasId: alias.id },
    include: { files: true, publication: true },
    orderBy: { createdAt: 'asc' },
  });
  expect(shares.map(({ publication, files }) => [publication, files.map(({ name }) => name)])).toEqual([
    [null, ['file-1']], // curl names the file only where the address ends with a slash
    [null, ['notes.txt']],
  ]);
  await ctx.db.alias.update({ where: { id: alias.id }, data: { enabled: false } });
  expect((await bare(['-T', 'notes.txt', `${base}/alias/${alias.id}/`])).out).toBe(
    'Uploads through this link are not possible.\n',
  );
});
