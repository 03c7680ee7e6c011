import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { ownInAlbum } from '@/lib/server/services/album/own';
import { setAlbum } from '@/lib/server/services/album/set';
import { openContext, ownAlias, userContext } from '@/testing/service/context';
import { filePart, formClient, metaPart } from '@/testing/service/form';
import { idOf, send, someBytes, startTransfer, tusClient } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const named = (name: string) => ({ 'upload-metadata': `filename ${btoa(name)}` });

async function album() {
  const owner = await userContext({ now: new Date() });
  const { id: aliasId } = await ownAlias(owner, { name: 'Wedding' });
  const { share } = await setAlbum(owner, { aliasId, mode: 'open' });
  const auth = { [headerNames.alias]: aliasId };
  const secret = owner.newId();
  const own = async (token = secret) => (await ownInAlbum(openContext(), { token })).files;
  const files = async () =>
    (
      await owner.db.file.findMany({
        where: { share: { aliasId } },
        orderBy: { name: 'asc' },
        include: { share: true },
      })
    ).map((file) => [file.name, file.shareId === share ? 'album' : 'delivery', file.state]);
  return { owner, aliasId, albumId: share ?? '', auth, secret, own, files };
}

test('tus: files sent with a visitor’s secret are theirs; others’ and the owner’s are not', async () => {
  const { albumId, auth, secret, own } = await album();
  const tus = tusClient(port, albumId, { ...auth, [headerNames.receipt]: secret }, 'alias');
  const path = await tus.begin(3, named('mine.txt'));
  expect((await tus.patch(path, 0, Buffer.from('abc'))).status).toBe(204);
  const large = await tus.begin(2_000_000, named('large.bin'));
  await tus.patch(large, 0, someBytes(2_000_000));
  const other = tusClient(port, albumId, auth, 'alias');
  await other.patch(await other.begin(3, named('theirs.txt')), 0, Buffer.from('abc'));
  expect((await own()).sort()).toEqual([idOf(path), idOf(large)].sort());
});

test('tus: what is complete in an album is removed by no delete of a sender', async () => {
  const { albumId, auth, secret, own } = await album();
  const tus = tusClient(port, albumId, { ...auth, [headerNames.receipt]: secret }, 'alias');
  const path = await tus.begin(3, named('mine.txt'));
  await tus.patch(path, 0, Buffer.from('abc'));
  const { status } = await send(port, 'DELETE', path, { headers: { ...auth, 'tus-resumable': '1.0.0' } });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(await own()).toHaveLength(1);
});

test('forms and curl bring files into the album, and their receipt removes them', async () => {
  const { albumId, aliasId, auth, secret, own, files } = await album();
  const form = formClient(port, auth, 'alias');
  const made = await form.make(filePart('a.txt', 'a'));
  expect(made.json()).toMatchObject({ success: true, id: albumId });
  const { receipt } = made.json() as unknown as { receipt: string };
  expect(await own(receipt)).toHaveLength(1);
  const sent = await send(port, 'PUT', `/u/alias/${aliasId}/b.txt`, {
    headers: { accept: 'application/json' },
    body: Buffer.from('b'),
  });
  expect(sent.status).toBe(201);
  const more = await formClient(port, { ...auth, [headerNames.receipt]: secret }, 'alias').make(
    metaPart({ maxViews: 1, description: 'All the best' }),
    filePart('c.txt', 'c'),
  );
  expect(more.status).toBe(200);
  expect(await own()).toHaveLength(1);
  expect(await files()).toEqual([
    ['a.txt', 'album', 'complete'],
    ['b.txt', 'album', 'complete'],
    ['c.txt', 'album', 'complete'],
  ]);
});

test('a text for the owner that comes with a form is a delivery of its own', async () => {
  const { owner, aliasId, albumId, auth } = await album();
  await formClient(port, auth, 'alias').make(
    metaPart({ maxViews: 1, description: 'All the best' }),
    filePart('c.txt', 'c'),
  );
  const [note] = await owner.db.share.findMany({ where: { aliasId, id: { not: albumId } } });
  expect(note).toMatchObject({ description: 'All the best', fileCount: 0 });
});
