import { beforeAll, describe, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { setAlbum } from '@/lib/server/services/album/album';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { endpoint, freshBucket, useBucket } from '@/testing/network/bucket';
import { newAliasPass, ownAlias } from '@/testing/service/context';
import { directClient, stateOf } from '@/testing/service/direct';
import { sealedFile, sealedShare, sealInbox, someSealedKey } from '@/testing/service/sealed';
import { idOf, startTransfer, tusClient, uploader } from '@/testing/service/transfer';

const mib = 1024 * 1024;
const named = (name: string) => ({ 'sharry-file-name': name });

describe.skipIf(endpoint === null)('parts that go straight into the bucket', () => {
  let port: number;
  beforeAll(async () => {
    useBucket(await freshBucket(), { S3_PRESIGNED_UPLOADS: 'true' });
    port = (await startTransfer()).port;
  });

  /** A sealed share of one’s own, and a sealed delivery through an inbox. */
  async function sealedPlaces() {
    const { ctx, auth } = await uploader();
    const { id: shareId, key } = await sealedShare(ctx);
    const { id: aliasId } = await ownAlias(ctx);
    await sealInbox(ctx, aliasId);
    const sealed = { maxViews: 1, e2ee: 'v1', sealedKey: someSealedKey() } as const;
    const { id: deliveryId } = await createShareThroughAlias(await newAliasPass(ctx, aliasId), sealed);
    const holder = { [headerNames.alias]: aliasId };
    return {
      ctx,
      key,
      places: [tusClient(port, shareId, auth), tusClient(port, deliveryId, holder, 'alias')],
    };
  }

  test('sealed bytes arrive in a sealed share and a sealed inbox, plain ones are refused and go', async () => {
    const { ctx, key, places } = await sealedPlaces();
    for (const { begin, tus } of places) {
      const { name, bytes } = await sealedFile(key, 'x'.repeat(32 * mib));
      const path = await begin(bytes.length, named(name));
      expect(stateOf(await directClient(port, path, tus).sendAll(bytes))).toEqual([
        200,
        { isComplete: true },
      ]);
      const row = await ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) } });
      expect(row).toMatchObject({ state: 'complete', name });

      const plain = await begin(bytes.length, named((await sealedFile(key, 'x')).name));
      const refusal = await directClient(port, plain, tus).sendAll(Buffer.alloc(bytes.length, 'the plans'));
      expect([refusal.status, refusal.json().code]).toEqual([400, 'upload.notSealed']);
      expect(await ctx.db.file.count({ where: { id: idOf(plain) } })).toBe(0);
    }
  });

  test('an inbox holds what came to its kinds by the first bytes, and to its size', async () => {
    const { ctx } = await uploader();
    const { id: aliasId } = await ownAlias(ctx);
    const rules = { endings: ['pdf'], maxFileBytes: BigInt(40 * mib) };
    await ctx.db.aliasForm.create({ data: { aliasId, ...rules } });
    const { id } = await createShareThroughAlias(await newAliasPass(ctx, aliasId), { maxViews: 1 });
    const holder = { [headerNames.alias]: aliasId };
    const tus = tusClient(port, id, holder, 'alias');
    expect((await tus.create(41 * mib, named('a.pdf'))).json().code).toBe('delivery.fileTooLarge');
    const lying = Buffer.alloc(33 * mib, 'MZ');
    const path = await tus.begin(lying.length, named('a.pdf'));
    const refusal = await directClient(port, path, holder).sendAll(lying);
    expect([refusal.status, refusal.json().code]).toEqual([415, 'delivery.fileLies']);
    expect(await ctx.db.file.count({ where: { id: idOf(path) } })).toBe(0);
    const right = Buffer.concat([Buffer.from('%PDF-1.7 '), lying]);
    const kept = await tus.begin(right.length, named('a.pdf'));
    expect((await directClient(port, kept, holder).sendAll(right)).status).toBe(200);
  });

  test('an inbox or link that ends meanwhile takes nothing more, and no other sender ends it', async () => {
    const { ctx } = await uploader();
    const { id: aliasId } = await ownAlias(ctx);
    const { share = '' } = await setAlbum(ctx, { aliasId, mode: 'open' });
    const holder = { [headerNames.alias]: aliasId };
    const bytes = Buffer.alloc(33 * mib, 'photo');
    const path = await tusClient(port, aliasId, holder, 'alias').begin(bytes.length, named('a.bin'));
    const direct = directClient(port, path, holder);
    await direct.put(bytes, await direct.sign(bytes));
    const other = { [headerNames.alias]: (await ownAlias((await uploader()).ctx)).id };
    expect((await directClient(port, path, other).done()).status).toBe(404);
    await ctx.db.publication.update({ where: { shareId: share ?? '' }, data: { enabled: false } });
    for (const reply of [await direct.ask(), await direct.done()]) expect(reply.status).toBe(403);
    expect((await ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) } })).state).toBe('incoming');
  });
});
