import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import type { UserContext } from '@/lib/server/context';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { bundleClient, bundleOf, record } from '@/testing/service/bundle';
import { newAliasPass, ownAlias } from '@/testing/service/context';
import { filePart, formClient, metaPart } from '@/testing/service/form';
import { sealedFile, sealedShare, sealInbox, someSealedKey } from '@/testing/service/sealed';
import { idOf, type Reply, send, startTransfer, tusClient, uploader } from '@/testing/service/transfer';

/** Stands in every name, note and file of these tests. */
const secret = `merger-${crypto.randomUUID()}`;
const plain = Buffer.from(secret.repeat(100));
const large = Buffer.from(secret.repeat(20_000));

const fileName = (name: string) => ({ 'sharry-file-name': encodeURIComponent(name) });
const metadata = (fields: Record<string, string>) => ({
  'upload-metadata': Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(','),
});
const uploadType = { 'content-type': 'application/offset+octet-stream' };

type SealedWorld = Awaited<ReturnType<typeof sealedWorld>>;

async function sealedWorld(port: number) {
  const { ctx, auth } = await uploader();
  const { id: shareId, key } = await sealedShare(ctx);
  const alias = await ownAlias(ctx);
  const pass = () => newAliasPass(ctx, alias.id);
  const { id: olderId } = await createShareThroughAlias(await pass(), { maxViews: 1 });
  await sealInbox(ctx, alias.id);
  const sealed = { maxViews: 1, e2ee: 'v1', sealedKey: someSealedKey() } as const;
  const { id: deliveryId } = await createShareThroughAlias(await pass(), sealed);
  const holder = { [headerNames.alias]: alias.id };
  return {
    ctx,
    key,
    auth,
    shareId,
    holder,
    aliasId: alias.id,
    olderId,
    deliveryId,
    tus: tusClient(port, shareId, auth),
    alias: tusClient(port, deliveryId, holder, 'alias'),
    older: tusClient(port, olderId, holder, 'alias'),
    form: formClient(port, auth),
    aliasForm: formClient(port, holder, 'alias'),
    port,
  };
}

type PlainWay = (world: SealedWorld) => Promise<Reply>;

/** Begins a file under a sealed name, as long as a sealed one of these bytes. */
async function begun({ tus, key }: SealedWorld, size: number) {
  const { name } = await sealedFile(key, 'x');
  return tus.begin(size, fileName(name));
}

async function inPieces({ tus }: SealedWorld, upload: string, bytes: Buffer, step: number): Promise<Reply> {
  const { request, reply } = tus.stream(upload, 0, { 'content-length': bytes.length });
  request.on('error', () => undefined); // it is refused before its end
  for (let at = 0; at < bytes.length && !request.destroyed; at += step) {
    await new Promise((resolve) => request.write(bytes.subarray(at, at + step), resolve));
  }
  request.end();
  return reply;
}

const beginnings: [string, PlainWay][] = [
  ['a name', ({ tus }) => tus.create(1000, fileName(`${secret}.pdf`))],
  ['no name', ({ tus }) => tus.create(1000)],
  [
    'a folder',
    async ({ tus, key }) =>
      tus.create(1000, metadata({ relativePath: `${secret}/${(await sealedFile(key, 'x')).name}` })),
  ],
  [
    'a type',
    async ({ tus, key }) =>
      tus.create(1000, { ...fileName((await sealedFile(key, 'x')).name), 'sharry-file-type': 'image/png' }),
  ],
  [
    'a date',
    async ({ tus, key }) =>
      tus.create(1000, metadata({ filename: (await sealedFile(key, 'x')).name, mtime: '1700000000000' })),
  ],
  ['an impossible size', async ({ tus, key }) => tus.create(40, fileName((await sealedFile(key, 'x')).name))],
  [
    'a size to come',
    async ({ tus, key, port }) =>
      send(port, 'POST', tus.base, {
        headers: { ...tus.tus, ...fileName((await sealedFile(key, 'x')).name), 'upload-defer-length': 1 },
      }),
  ],
  [
    'a plain body',
    async ({ tus, key, port }) =>
      send(port, 'POST', tus.base, {
        headers: {
          ...tus.tus,
          ...uploadType,
          ...fileName((await sealedFile(key, 'x')).name),
          'upload-length': plain.length,
        },
        body: plain,
      }),
  ],
  ['a name, through an alias', ({ alias }) => alias.create(1000, fileName(`${secret}.pdf`))],
];

const bodies: [string, PlainWay][] = [
  ['small', async (world) => world.tus.patch(await begun(world, plain.length), 0, plain)],
  ['large', async (world) => world.tus.patch(await begun(world, large.length), 0, large)],
  ['in tiny pieces', async (world) => inPieces(world, await begun(world, plain.length), plain, 7)],
  [
    'of which a first request has too little to tell',
    async (world) => world.tus.patch(await begun(world, plain.length), 0, plain.subarray(0, 20)),
  ],
  [
    'behind the header of another file',
    async (world) => {
      const { bytes } = await sealedFile(world.key, secret);
      const body = Buffer.concat([bytes.subarray(0, 32), plain]);
      return world.tus.patch(await begun(world, body.length), 0, body);
    },
  ],
  [
    'by POST',
    async (world) =>
      send(world.port, 'POST', await begun(world, plain.length), {
        headers: { ...world.tus.tus, ...uploadType, 'upload-offset': 0 },
        body: plain,
      }),
  ],
  ['by a form', ({ form, shareId }) => form.add(shareId, filePart(`${secret}.txt`, plain))],
  [
    'by a form, under a sealed name',
    async ({ form, shareId, key }) => form.add(shareId, filePart((await sealedFile(key, 'x')).name, plain)),
  ],
  [
    'by a form through an alias',
    ({ aliasForm, deliveryId }) => aliasForm.add(deliveryId, filePart(`${secret}.txt`, plain)),
  ],
];

const deliveries: [string, PlainWay][] = [
  ['a form', ({ aliasForm }) => aliasForm.make(filePart(`${secret}.txt`, plain))],
  ['curl -T', ({ port, aliasId }) => send(port, 'PUT', `/u/alias/${aliasId}/${secret}.txt`, { body: plain })],
  ['a file into an older delivery', ({ older }) => older.create(1000, fileName(`${secret}.pdf`))],
  [
    'a form into an older delivery',
    ({ aliasForm, olderId }) => aliasForm.add(olderId, filePart(`${secret}.txt`, plain)),
  ],
];

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

test.each(beginnings)('a file with %s can’t be begun in a sealed share', async (_, way) => {
  const world = await sealedWorld(port);
  const reply = await way(world);
  expect([reply.status, reply.json().code]).toEqual([400, 'upload.notSealed']);
  expect(await filesIn(world)).toBe(0);
});

test.each(bodies)('plain bytes are refused before one is stored: %s', async (_, way) => {
  const world = await sealedWorld(port);
  const reply = await way(world);
  expect([reply.status, reply.json().code]).toEqual([400, 'upload.notSealed']);
  const { ctx, shareId } = world;
  const rows = await ctx.db.file.findMany({ where: { shareId }, include: { upload: true } });
  expect(rows.every(({ state, upload }) => state === 'incoming' && upload?.offsetBytes === 0n)).toBe(true);
});

test.each(deliveries)('a sealed inbox takes no plain delivery: %s', async (_, way) => {
  const world = await sealedWorld(port);
  const reply = await way(world);
  expect(reply.status).toBe(403);
  expect(String(reply.body)).toContain('This inbox only takes encrypted files.');
  expect(await filesIn(world)).toBe(0);
  expect(await world.ctx.db.share.count({ where: { aliasId: world.aliasId } })).toBe(2);
});

test('no form makes a sealed share', async () => {
  const { form } = await sealedWorld(port);
  const reply = await form.make(metaPart({ e2ee: 'v1' }), filePart(`${secret}.txt`, plain));
  expect([reply.status, reply.json().code]).toEqual([400, 'request.invalid']);
});

const cipherWays: [string, (world: SealedWorld, file: SealedBytes) => Promise<unknown>][] = [
  [
    'in one request',
    async ({ tus, port }, { name, bytes }) =>
      send(port, 'POST', tus.base, {
        headers: { ...tus.tus, ...uploadType, ...fileName(name), 'upload-length': bytes.length },
        body: bytes,
      }),
  ],
  [
    'in two',
    async ({ tus }, { name, bytes }) => {
      const upload = await tus.begin(bytes.length, fileName(name));
      await tus.patch(upload, 0, bytes.subarray(0, 33));
      await tus.patch(upload, 33, bytes.subarray(33));
    },
  ],
  [
    'in tiny pieces',
    async (world, { name, bytes }) => {
      const upload = await world.tus.begin(bytes.length, fileName(name));
      await inPieces(world, upload, bytes.subarray(0, 70), 7);
      await world.tus.patch(upload, 70, bytes.subarray(70));
    },
  ],
  [
    'after a first request that said too little',
    async ({ tus }, { name, bytes }) => {
      const upload = await tus.begin(bytes.length, fileName(name));
      await tus.patch(upload, 0, bytes.subarray(0, 31));
      expect((await tus.head(upload)).headers['upload-offset']).toBe('0');
      await tus.patch(upload, 0, bytes);
    },
  ],
  ['by a form', ({ form, shareId }, { name, bytes }) => form.add(shareId, filePart(name, bytes))],
];

test.each(
  cipherWays.flatMap(([way, put]) => [plain, large].map((bytes) => [way, bytes.length, put, bytes] as const)),
)('sealed bytes arrive %s, and leave as they came: %i', async (_way, _size, put, bytes) => {
  const world = await sealedWorld(port);
  const file = await sealedFile(world.key, bytes.toString());
  await put(world, file);
  const { ctx, shareId, auth } = world;
  const [row] = await ctx.db.file.findMany({ where: { shareId } });
  expect(row).toMatchObject({ name: file.name, path: '', state: 'complete', modifiedAt: null });
  const back = await send(port, 'GET', `/api/v2/sec/share/${shareId}/file/${row?.id}`, { headers: auth });
  expect(back.body.equals(file.bytes)).toBe(true);
});

test('a sealed share takes the sealed files of a bundle and refuses the others', async () => {
  const world = await sealedWorld(port);
  const { ctx, shareId, auth, holder, deliveryId, olderId, key } = world;
  const { name, bytes } = await sealedFile(key, secret);
  const other = await sealedFile(key, secret);
  const sent = [
    record(`${secret}.txt`, plain),
    record(name, plain),
    record(`${secret}/${name}`, bytes),
    record(name, bytes, { type: 'image/png' }),
    record(name, bytes, { modified: 1_700_000_000_000 }),
    record(other.name, bytes),
    record(name, bytes.subarray(0, 20)),
    record(name, bytes),
  ];
  for (const bundle of [bundleClient(port, shareId, auth), bundleClient(port, deliveryId, holder, 'alias')]) {
    const lines = await bundle.lines(sent);
    const codes = sent.map(({ head }) => lines.find(({ key: of }) => of === head.key)?.code);
    expect(codes).toEqual([...Array.from({ length: 7 }, () => 'upload.notSealed'), undefined]);
  }
  const rows = await ctx.db.file.findMany({ where: { shareId: { in: [shareId, deliveryId] } } });
  expect(rows.map(({ name: is, state }) => [is, state])).toEqual([
    [name, 'complete'],
    [name, 'complete'],
  ]);
  const older = await bundleClient(port, olderId, holder, 'alias').post(bundleOf(sent));
  expect([older.status, older.json().code]).toEqual([403, 'alias.sealedOnly']);
});

test('a sender’s sealed file arrives through the alias', async () => {
  const { alias, ctx, deliveryId, key } = await sealedWorld(port);
  const { name, bytes } = await sealedFile(key, plain.toString());
  const upload = await alias.begin(bytes.length, fileName(name));
  await alias.patch(upload, 0, bytes);
  const [row] = await ctx.db.file.findMany({ where: { shareId: deliveryId } });
  expect(row).toMatchObject({ id: idOf(upload), name, state: 'complete' });
});

test('a client that breaks off within the header goes on from the beginning', async () => {
  const { tus, key } = await sealedWorld(port);
  const { name, bytes } = await sealedFile(key, plain.toString());
  const upload = await tus.begin(bytes.length, fileName(name));
  const { request } = tus.stream(upload, 0, { 'content-length': bytes.length });
  await new Promise((resolve) => request.write(bytes.subarray(0, 10), resolve));
  request.destroy();
  expect((await tus.patch(upload, 0, bytes)).status).toBe(204);
});

test('neither the disk nor any table has a name, a note or a text of these tests', async () => {
  const world = await sealedWorld(port);
  for (const content of storedFiles(world.ctx)) expect(content.includes(secret)).toBe(false);
  expect(await tablesWith(world.ctx, secret)).toEqual([]);
});

type SealedBytes = { name: string; bytes: Buffer };

const filesIn = ({ ctx }: SealedWorld) => ctx.db.file.count({ where: { share: { ownerId: ctx.viewer.id } } });

function storedFiles({ config }: UserContext): Buffer[] {
  const entries = fs.readdirSync(config.DATA_DIR, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /incoming|files/.test(entry.parentPath))
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name)));
}

/** Tables of which a row has this text in any column. */
async function tablesWith({ db }: UserContext, text: string): Promise<string[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS "name" FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<unknown[]>(
      `SELECT 1 FROM "${name}" t WHERE t::text LIKE $1 LIMIT 1`,
      `%${text}%`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
