import { beforeAll, expect, test } from 'vitest';
import { createToken, revokeToken } from '@/lib/features/token/tokens';
import { run } from '@/testing/network/curl';
import { countOf, curlSender, cwd, newest, report } from '@/testing/network/curl-sender';
import { inNewSession, ownAlias } from '@/testing/service/context';
import { open, sha256, startTransfer } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

test('curl -T makes a published share of a file, and answers its link as one line', async () => {
  const { ctx, base, curl } = await curlSender(port);
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
  const { ctx, base, curl } = await curlSender(port);
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
  const { ctx, base, curl } = await curlSender(port);
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
  const { ctx, base, curl } = await curlSender(port);
  const { code, out } = await curl(['-f', '-T', 'notes.txt', `${base}/a.txt${query}`]);
  expect(code).toBe(22);
  expect(out).toBe('');
  const said = await curl(['-T', 'notes.txt', `${base}/a.txt${query}`]);
  expect(said.out.startsWith(`${field}: `), said.out).toBe(true);
  expect(await countOf(ctx)).toBe(0);
});

test('a form sends several files into one share, and one without files makes none', async () => {
  const { ctx, base, curl } = await curlSender(port);
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

test.each<[what: string, args: string[], name: string]>([
  ['--data-binary', [], 'file-1'],
  ['--data-binary to a name', [], 'notes.txt'],
  ['a type that says nothing', ['-H', 'Content-Type:'], 'file-1'],
  ['a type of its own', ['-H', 'Content-Type: Text/Plain; charset=utf-8'], 'file-1.txt'],
  ['chunks of unknown number', ['-H', 'Transfer-Encoding: chunked'], 'file-1'],
])('a file that comes by POST is taken: %s', async (_what, args, name) => {
  const { ctx, base, curl } = await curlSender(port);
  const address = name === 'notes.txt' ? `${base}/notes.txt` : `${base}/`;
  const { out } = await curl([...args, '--data-binary', '@notes.txt', address]);
  expect(out).toMatch(/^http/);
  expect((await newest(ctx)).files).toMatchObject([{ filename: name, size: 12 }]);
});

test('a POST with nothing in it is no file', async () => {
  const { ctx, base, curl } = await curlSender(port);
  expect((await curl(['-X', 'POST', `${base}/`])).out).toMatch(/^file: /);
  expect((await curl(['-X', 'POST', '-H', 'Content-Type: multipart/form-data', `${base}/`])).out).toMatch(
    /^Content-Type: /,
  );
  expect(await countOf(ctx)).toBe(0);
});

test('piped data has no length before its end, and a large one may wait for “100 Continue”', async () => {
  const { ctx, base, curl } = await curlSender(port);
  const piped = await curl(['-T', '-', `${base}/dump.sql`], 'select 1;\n');
  expect(piped.code).toBe(0);
  expect((await newest(ctx)).files).toMatchObject([{ filename: 'dump.sql', size: 10 }]);
  const waited = await curl(['-H', 'Expect: 100-continue', '-T', 'report.pdf', `${base}/`]);
  expect(waited.out).toMatch(/^http/);
});

test('a token that is revoked while a file is on its way publishes nothing', async () => {
  const { ctx } = await curlSender(port);
  const signed = await inNewSession(ctx);
  const wanted = { name: 'x', scopes: ['upload' as const], validity: 60_000, networks: [] };
  const { token } = await createToken(signed, wanted);
  const headers = { authorization: `Bearer ${token}`, 'content-length': 4 };
  const { request, reply } = open(port, 'PUT', '/u/late.txt', headers);
  request.write('la');
  const used = () => ctx.db.session.findFirst({ where: { id: token.slice(0, 16), address: { not: null } } });
  await expect.poll(used).not.toBeNull();
  await revokeToken(ctx, { id: token.slice(0, 16) });
  request.end('te');
  expect((await reply).status).toBe(401);
  expect(await countOf(ctx)).toBe(0);
});

test('without a token that may upload, nothing is made', async () => {
  const { ctx, base } = await curlSender(port);
  const wanted = { name: 'x', scopes: ['read' as const], validity: 60_000, networks: [] };
  const { token } = await createToken(await inNewSession(ctx), wanted);
  const status = (args: string[]) =>
    run('curl', ['-sS', '-o', '-', '-w', '%{http_code}', '-T', 'notes.txt', ...args, `${base}/`], { cwd });
  expect((await status([])).out).toBe('Please sign in.\n401');
  expect((await status(['-H', `Authorization: Bearer ${token}`])).out).toMatch(
    /lacks the scope upload\.\n403$/,
  );
  expect(await countOf(ctx)).toBe(0);
});

test('an alias takes files without any token, under its address', async () => {
  const { ctx, base } = await curlSender(port);
  const alias = await ownAlias(ctx);
  const bare = (args: string[]) => run('curl', ['-sS', ...args], { cwd });
  for (const address of [`${base}/alias/${alias.id}`, `${base}/alias/${alias.id}/`]) {
    expect(await bare(['-T', 'notes.txt', address])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Thank you\. The files have arrived\.\nhttp\S+\/app\/receipt#\w{48}\n$/),
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
