import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { dropStaleUploads } from '@/lib/server/jobs/unfinished-uploads';
import { setAlbum } from '@/lib/server/services/album/album';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { newAliasPass, ownAlias } from '@/testing/service/context';
import {
  idOf,
  send,
  someBytes,
  startTransfer,
  tusClient,
  uploader,
  uploading,
} from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const partial = { 'upload-concat': 'partial' };
const named = (name: string) => ({ 'sharry-file-name': name });

test('a part that another node took over, whose old holder still writes, is joined as it was acknowledged', async () => {
  const { ctx, tus, download } = await uploading(port);
  const bytes = someBytes(900_000);
  const path = await tus.begin(bytes.length, partial);
  await tus.patch(path, 0, bytes.subarray(0, 400_000));
  const fileId = idOf(path);
  const dead = { leaseHolder: 'a node that is gone', leaseUntil: new Date(0), fence: { increment: 1 } };
  const old = await ctx.storage.openWriter(fileId, 400_000, bytes.length);
  await ctx.db.upload.update({ where: { fileId }, data: dead });
  expect((await tus.patch(path, 400_000, bytes.subarray(400_000))).status).toBe(204);
  expect((await ctx.db.upload.findUniqueOrThrow({ where: { fileId } })).generation).toBeGreaterThan(0n);
  await old.write([Buffer.alloc(500_000, 'junk')], 400_000);
  await old.sync();
  await old.close();
  const headers = { ...tus.tus, 'upload-concat': `final;${path}` };
  const joined = await send(port, 'POST', tus.base, { headers });
  expect(joined.status).toBe(201);
  expect((await download(String(joined.headers.location))).equals(bytes)).toBe(true);
});

async function inbox() {
  const { ctx } = await uploader();
  const alias = await ownAlias(ctx);
  const rules = { endings: ['pdf'], maxFileBytes: 1_000n, maxFiles: 3 };
  await ctx.db.aliasForm.create({ data: { aliasId: alias.id, ...rules } });
  const { id } = await createShareThroughAlias(await newAliasPass(ctx, alias.id), { maxViews: 1 });
  const tus = tusClient(port, id, { [headerNames.alias]: alias.id }, 'alias');
  const part = async (text: string) => {
    const path = await tus.begin(text.length, { ...partial, ...named('a.pdf') });
    expect((await tus.patch(path, 0, Buffer.from(text))).status).toBe(204);
    return path;
  };
  const join = (paths: string[], name = 'a.pdf') =>
    send(port, 'POST', tus.base, {
      headers: { ...tus.tus, ...named(name), 'upload-concat': `final;${paths.join(' ')}` },
    });
  const files = () => ctx.db.file.findMany({ where: { shareId: id } });
  return { ctx, tus, part, join, files };
}

test('an inbox takes what parts become by its rules: kind, size and the first bytes', async () => {
  const { tus, part, join, files } = await inbox();
  expect((await tus.create(10, partial)).json().code).toBe('delivery.fileType');
  const paths = [await part('%PDF-1.7 '), await part('x'.repeat(995))];
  expect((await join(paths.slice(0, 1), 'a.exe')).json().code).toBe('delivery.fileType');
  expect((await join(paths)).json().code).toBe('delivery.fileTooLarge');
  const lying = await part('MZ not a PDF at all');
  expect((await join([lying])).json().code).toBe('delivery.fileLies');
  expect((await tus.create(10, { ...partial, ...named('a.pdf') })).json().code).toBe('delivery.tooManyFiles');
  expect((await join(paths.slice(0, 1))).status).toBe(201);
  expect((await files()).map(({ state }) => state).sort()).toEqual(['complete', 'incoming', 'incoming']);
});

test('through an inbox, its sender takes a part back, begun or whole, until it is joined', async () => {
  const { tus, part, join, files } = await inbox();
  const begun = await tus.begin(20, { ...partial, ...named('a.pdf') });
  await tus.patch(begun, 0, Buffer.from('%PDF-1.7 '));
  expect((await tus.remove(begun)).status).toBe(204);
  const whole = [await part('%PDF-1.7 a'), await part('%PDF-1.7 b')];
  const { headers } = await join(whole.slice(0, 1));
  const refusal = await tus.remove(new URL(String(headers.location), 'http://any').pathname);
  expect([refusal.status, refusal.json().code]).toEqual([403, 'upload.complete']);
  const statuses = await Promise.all(whole.map(async (path) => (await tus.remove(path)).status));
  expect(statuses).toEqual([404, 204]);
  expect((await files()).map(({ state }) => state)).toEqual(['complete']);
});

test('a whole part that nobody joins goes by itself', async () => {
  const { ctx, part, files } = await inbox();
  await part('%PDF-1.7 a');
  await dropStaleUploads({ ...ctx, now: new Date(Date.now() + 2 * ctx.config.UPLOAD_TTL) });
  expect(await files()).toEqual([]);
});

/** An album, to which visitors add with a secret of their own each. */
async function album() {
  const { ctx } = await uploader();
  const alias = await ownAlias(ctx);
  await setAlbum(ctx, { aliasId: alias.id, mode: 'open' });
  const visitor = (secret?: string) => {
    const headers = { [headerNames.alias]: alias.id, ...(secret && { [headerNames.receipt]: secret }) };
    return tusClient(port, alias.id, headers, 'alias');
  };
  return { ctx, aliasId: alias.id, visitor };
}

test('a visitor of an album takes back a part that they sent, and nobody else does', async () => {
  const { ctx, aliasId, visitor } = await album();
  const secret = ctx.newId();
  const mine = visitor(secret);
  const sibling = await album();
  const whole = await mine.begin(3, { ...partial, ...named('a.txt') });
  expect((await mine.patch(whole, 0, Buffer.from('abc'))).status).toBe(204);
  const begun = await mine.begin(3, named('b.txt'));
  const others = [visitor(ctx.newId()), visitor(), visitor('short')];
  for (const path of [whole, begun]) {
    for (const other of others) {
      const { status, json } = await other.remove(path);
      expect([status, json().code]).toEqual([404, 'upload.notFound']);
    }
    for (const address of [path, path.replace(aliasId, sibling.aliasId)])
      expect((await sibling.visitor(secret).remove(address)).status).toBe(404);
    expect((await tusClient(port, aliasId, {}, 'alias').remove(path)).status).toBe(403);
    expect((await mine.remove(path)).status).toBe(204);
    expect((await mine.remove(path)).status).toBe(404);
  }
});

test('no visitor of an album joins what another one has sent, nor learns what became of it', async () => {
  const { ctx, visitor } = await album();
  const mine = visitor(ctx.newId());
  const path = await mine.begin(3, { ...partial, ...named('a.txt') });
  expect((await mine.patch(path, 0, Buffer.from('abc'))).status).toBe(204);
  const join = ({ base, tus }: typeof mine) =>
    send(port, 'POST', base, { headers: { ...tus, ...named('a.txt'), 'upload-concat': `final;${path}` } });
  const checkRefused = async () => {
    for (const other of [visitor(ctx.newId()), visitor()]) {
      const refusal = await join(other);
      expect([refusal.status, refusal.json().code]).toEqual([404, 'upload.notFound']);
    }
  };
  await checkRefused();
  const joined = await join(mine);
  expect(joined.status).toBe(201);
  await checkRefused();
  expect((await join(mine)).headers.location).toBe(joined.headers.location);
  const file = await ctx.db.file.findUniqueOrThrow({ where: { id: idOf(String(joined.headers.location)) } });
  expect(file).toMatchObject({ name: 'a.txt', state: 'complete', addedBy: expect.any(String) });
});
