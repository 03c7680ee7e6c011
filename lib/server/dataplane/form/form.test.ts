import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/names';
import type { UserContext } from '@/lib/server/context';
import { getShare } from '@/lib/server/services/share/get';
import { ownAlias } from '@/test/context';
import { send, sha256, someBytes, startDoor, uploader } from '@/test/dataplane';
import { boundary, filePart, formClient, formOf, metaPart } from '@/test/form';

let port: number;
beforeAll(async () => {
  port = (await startDoor()).port;
});

async function setUp() {
  const { ctx, share, auth } = await uploader();
  const detail = (shareId: string) => getShare(ctx, { shareId });
  const names = async (shareId: string) =>
    (await detail(shareId)).files.map(({ path, filename }) => (path ? `${path}/${filename}` : filename));
  return { ctx, share, auth, client: formClient(port, auth), detail, names };
}

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
    message: 'The share is created.',
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

test('what meta leaves out is filled in, and a password locks the share', async () => {
  const { client, detail } = await setUp();
  const share = await detail(await client.made(metaPart({ description: '# Hi', password: 'sesame' })));
  expect(share).toMatchObject({ validity: 2 * day, maxViews: 30, descriptionRaw: '# Hi', password: true });
  expect(await detail(await client.made(metaPart('')))).toMatchObject({ validity: 2 * day, maxViews: 30 });
});

test.each([
  ['meta.maxViews', { maxViews: 0 }],
  ['meta.validity', { validity: '1 day' }],
  ['meta.name', { name: 'x'.repeat(256) }],
  ['meta.password', { password: '' }],
  ['meta', '{"name":'],
  ['meta', `${'['.repeat(30)}${']'.repeat(30)}`],
  ['meta', 'null'],
])(
  'a wrong %s is refused by its name, wherever it stands, and nothing is there afterwards',
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

const disposition = (text: string) => ({ headers: [`Content-Disposition: form-data; ${text}`], body: 'x' });

test.each([
  ['folders', filePart('a/b/c.txt', 'x'), 'a/b/c.txt'],
  ['ways out of the share', filePart('/../../a/./..//c.txt', 'x'), 'a/c.txt'],
  ['another system’s folders', filePart('a\\b\\c.txt', 'x'), 'a/b/c.txt'],
  ['UTF-8', filePart('Überraschung 🎁.txt', 'x'), 'Überraschung 🎁.txt'],
  ['quotes as browsers send them', filePart('say %22hi%22.txt', 'x'), 'say "hi".txt'],
  ['percent signs', filePart('100%25 sure%20.txt', 'x'), '100%25 sure%20.txt'],
  ['control characters', filePart('a%0D%0Ab.txt', 'x'), 'ab.txt'],
  [
    'an extended name',
    disposition(`name="f"; filename="x"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf`),
    'résumé.pdf',
  ],
  ['an extended name first', disposition(`name="f"; filename*=UTF-8''%e2%82%ac.pdf; filename="x"`), '€.pdf'],
  ['no quotes', disposition('name=f; filename=plain.txt'), 'plain.txt'],
  ['no name', filePart(null, 'x'), 'file-1'],
  ['no name but a type', filePart(null, 'x', 'image/png'), 'file-1.png'],
  ['no field name', disposition('filename="a.txt"'), 'a.txt'],
  ['nothing but dots', filePart('..', 'x'), 'file-1'],
])('file names with %s are kept or made safe', async (_, part, name) => {
  const { client, names } = await setUp();
  expect(await names(await client.made(part))).toEqual([name]);
});

test('types are taken as said, and from the name where nothing is said', async () => {
  const { client, detail } = await setUp();
  const parts = [
    filePart('a', 'x', 'Image/PNG; q=1'),
    filePart('b.pdf', 'x'),
    filePart('thing', 'x', 'no type'),
  ];
  const { files } = await detail(await client.made(...parts));
  expect(files.map(({ mimetype }) => mimetype)).toEqual([
    'image/png',
    'application/pdf',
    'application/octet-stream',
  ]);
});

test('a form may come in pieces of any size, and text around it is nobody’s', async () => {
  const { client, ctx, auth } = await setUp();
  const bytes = someBytes(200_000);
  const form = Buffer.concat([
    Buffer.from('preamble\r\n'),
    formOf(filePart('a', bytes), filePart('b', `--${boundary}`.slice(1)), metaPart({ name: 'In pieces' })),
    Buffer.from('epilogue'),
  ]);
  for (const step of [1021, 65_536]) {
    const body = new ReadableStream({
      start: (controller) => {
        for (let at = 0; at < form.length; at += step) controller.enqueue(form.subarray(at, at + step));
        controller.close();
      },
    });
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { ...auth, 'content-type': `multipart/form-data; boundary="${boundary}"` },
    };
    const answer = await fetch(`http://127.0.0.1:${port}${client.base}`, init as RequestInit);
    const { id } = (await answer.json()) as { id: string };
    const { name, files } = await getShare(ctx, { shareId: id });
    expect([name, files.map(({ checksum }) => checksum)]).toEqual([
      'In pieces',
      [sha256(bytes), sha256(Buffer.from(`--${boundary}`.slice(1)))],
    ]);
  }
});
