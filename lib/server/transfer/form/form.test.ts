import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import type { UserContext } from '@/lib/server/context';
import { ownAlias } from '@/testing/service/context';
import { boundary, filePart, formClient, metaPart } from '@/testing/service/form';
import { formSender } from '@/testing/service/form-sender';
import { send, sha256, someBytes, startTransfer } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const setUp = () => formSender(port);

async function inbox(owner: UserContext, validityMs = 123_000) {
  const alias = await ownAlias(owner, { validityMs });
  return formClient(port, { [headerNames.alias]: alias.id }, 'alias');
}

const day = 24 * 3600 * 1000;

test('a form makes a share with its files, whole from the first moment, and answers its id', async () => {
  const { client, detail, auth } = await setUp();
  const [one, two] = [someBytes(700_000), someBytes(3)];
  const reply = await client.make(filePart('one.bin', one), filePart('two.txt', two, 'text/plain', 'file[]'));
  expect(reply.status).toBe(200);
  expect(reply.json()).toEqual({
    success: true,
    message: 'Share created.',
    code: null,
    id: expect.any(String),
  });
  const { id } = reply.json() as unknown as { id: string };
  const share = await detail(id);
  expect(share).toMatchObject({
    name: null,
    validity: 2 * day,
    maxViews: 30,
    password: false,
    publishInfo: null,
  });
  expect(share.files).toMatchObject([
    { filename: 'one.bin', size: 700_000, storedSize: 700_000, complete: true, checksum: sha256(one) },
    { filename: 'two.txt', size: 3, complete: true, checksum: sha256(two), mimetype: 'text/plain' },
  ]);
  const url = `/api/v2/sec/share/${id}/file/${share.files[0]?.id}`;
  expect((await send(port, 'GET', url, { headers: auth })).body.equals(one)).toBe(true);
});

test.each([
  ['a plain field', metaPart({ name: 'Plans', validity: 60_000, maxViews: 999_999_999, password: null })],
  [
    'a typed blob with a file name',
    filePart(
      'meta.json',
      '{"name":"Plans","validity":60000,"maxViews":999999999}',
      'application/json',
      'meta',
    ),
  ],
  ['a field of another case', metaPart({ name: 'Plans', validity: 60_000, maxViews: 999_999_999 }, 'Meta')],
])('meta as %s says what the share is like, before its files and after them', async (_, meta) => {
  const { client, detail } = await setUp();
  const file = filePart('a.txt', 'a');
  for (const parts of [
    [meta, file],
    [file, meta],
  ]) {
    const share = await detail(await client.made(...parts));
    expect(share).toMatchObject({ name: 'Plans', validity: 60_000, maxViews: 999_999_999, password: false });
    expect(share.files.map(({ filename }) => filename)).toEqual(['a.txt']);
  }
});

test('missing fields of meta get defaults, and a password locks the share', async () => {
  const { client, detail } = await setUp();
  const share = await detail(await client.made(metaPart({ description: '# Hi', password: 'sesame' })));
  expect(share).toMatchObject({ validity: 2 * day, maxViews: 30, descriptionRaw: '# Hi', password: true });
  expect(await detail(await client.made(metaPart('')))).toMatchObject({ validity: 2 * day, maxViews: 30 });
});

test.each([
  ['meta.maxViews', { maxViews: 0 }],
  ['meta.validity', { validity: '1 day' }],
  ['meta.maxViews', { maxViews: 2 ** 63 }],
  ['meta.maxViews', '{"maxViews":1e999}'],
  ['meta.validity', { validity: -1e12 }],
  ['meta.validity', { validity: 1e308 }],
  ['validity', { validity: 253_402_300_800_000 }], // until after the year 9999
  ['meta.name', { name: 'x'.repeat(256) }],
  ['meta.password', { password: '' }],
  ['meta', '{"name":'],
  ['meta', `${'['.repeat(30)}${']'.repeat(30)}`],
  ['meta', 'null'],
])(
  'a wrong %s is refused by its name, in any position, and nothing is there afterwards',
  async (field, meta) => {
    const { ctx, client } = await setUp();
    const before = await ctx.db.share.count({ where: { ownerId: ctx.viewer.id } });
    for (const parts of [
      [metaPart(meta), filePart('a', 'a')],
      [filePart('a', 'a'), metaPart(meta)],
    ]) {
      const reply = await client.make(...parts);
      expect([reply.status, reply.json().message]).toEqual([400, expect.stringMatching(`^${field}: `)]);
    }
    expect(await ctx.db.share.count({ where: { ownerId: ctx.viewer.id } })).toBe(before);
  },
);

test('through an alias the share is its owner’s and lives as the alias says, whatever meta wants', async () => {
  const { ctx, detail } = await setUp();
  const client = await inbox(ctx);
  for (const meta of [
    { validity: 5 * day, name: 'Delivered', maxViews: 3 },
    { validity: 0, name: 'Delivered', maxViews: 3 },
  ]) {
    const id = await client.made(filePart('shot.png', 'png', 'image/png', 'file[]'), metaPart(meta));
    expect(await detail(id)).toMatchObject({ validity: 123_000, name: 'Delivered', maxViews: 3 });
  }
  expect(await detail(await client.made(filePart('shot.png', 'png')))).toMatchObject({
    validity: 123_000,
    maxViews: 30,
    files: [{ filename: 'shot.png', complete: true }],
  });
});

test('an empty form makes an empty share, a body of nothing too', async () => {
  const { client, detail } = await setUp();
  const empty = [Buffer.of(), Buffer.from(`--${boundary}--\r\n`), Buffer.from(`--${boundary}--`)];
  for (const body of empty) {
    const { id } = (await client.post(client.base, body)).json() as unknown as { id: string };
    expect((await detail(id)).files).toEqual([]);
  }
});

test('a part of zero bytes is an empty file', async () => {
  const { client, detail } = await setUp();
  const id = await client.made(filePart('empty.txt', ''), filePart('last.txt', ''));
  expect((await detail(id)).files).toMatchObject([
    { filename: 'empty.txt', size: 0, complete: true, checksum: sha256(Buffer.of()), crc32: '00000000' },
    { filename: 'last.txt', size: 0, complete: true },
  ]);
});

test('files are added to a share that is there; a meta part means nothing there', async () => {
  const { client, share, names, detail } = await setUp();
  const reply = await client.add(
    share.id,
    metaPart({ name: 'No' }),
    filePart('a.txt', 'a'),
    filePart('a.txt', 'b'),
  );
  expect([reply.status, reply.json()]).toEqual([200, { success: true, message: 'Saved.', code: null }]);
  expect(await names(share.id)).toEqual(['a.txt', 'a.txt']);
  expect((await detail(share.id)).name).toBe('Plans');
});
