import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { inboxCookieName } from '@/lib/server/http/proof';
import { setAlbum } from '@/lib/server/services/album/album';
import { listOwnFiles } from '@/lib/server/services/album/senders';
import { checkInboxPassword, setInboxPassword } from '@/lib/server/services/alias/inbox-password';
import { peekAlias } from '@/lib/server/services/alias/peek';
import { openShare } from '@/lib/server/services/open/open-share';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { setShareField } from '@/lib/server/services/share/set-field';
import { newAliasPass, openContext, ownAlias, userContext } from '@/testing/service/context';
import { filePart, formClient, formOf, metaPart } from '@/testing/service/form';
import { limitedContext } from '@/testing/service/limited';
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
  const own = async (token = secret) => (await listOwnFiles(openContext(), { token })).files;
  const files = async () =>
    (
      await owner.db.file.findMany({
        where: { share: { aliasId } },
        orderBy: { name: 'asc' },
        include: { share: true },
      })
    ).map((file) => [file.name, file.shareId === share ? 'album' : 'delivery', file.state]);
  /** Every way in that a sender has; `id` names the share. */
  const ways = async (id: string, over: Record<string, string> = {}) => {
    const headers = { ...auth, ...over };
    const tus = await tusClient(port, id, headers, 'alias').create(0);
    const into = await formClient(port, headers, 'alias').add(id, filePart('b.txt', 'b'));
    return [tus.status, into.status];
  };
  const anew = async (over: Record<string, string> = {}) => {
    const form = await formClient(port, { ...auth, ...over }, 'alias').make(filePart('c.txt', 'c'));
    const sent = await send(port, 'PUT', `/u/alias/${aliasId}/d.txt`, {
      headers: { ...over, accept: 'application/json' },
      body: Buffer.from('d'),
    });
    return { form, sent };
  };
  return { owner, aliasId, albumId: share ?? '', auth, secret, own, files, ways, anew };
}

test('tus: files sent with a visitor’s secret are theirs; others’ and the owner’s are not', async () => {
  const { aliasId, auth, secret, own } = await album();
  const tus = tusClient(port, aliasId, { ...auth, [headerNames.receipt]: secret }, 'alias');
  const path = await tus.begin(3, named('mine.txt'));
  expect((await tus.patch(path, 0, Buffer.from('abc'))).status).toBe(204);
  const large = await tus.begin(2_000_000, named('large.bin'));
  await tus.patch(large, 0, someBytes(2_000_000));
  const other = tusClient(port, aliasId, auth, 'alias');
  await other.patch(await other.begin(3, named('theirs.txt')), 0, Buffer.from('abc'));
  expect((await own()).sort()).toEqual([idOf(path), idOf(large)].sort());
});

test('tus: what is complete in an album is removed by no delete of a sender', async () => {
  const { aliasId, auth, secret, own } = await album();
  const tus = tusClient(port, aliasId, { ...auth, [headerNames.receipt]: secret }, 'alias');
  const path = await tus.begin(3, named('mine.txt'));
  await tus.patch(path, 0, Buffer.from('abc'));
  const { status } = await send(port, 'DELETE', path, { headers: { ...auth, 'tus-resumable': '1.0.0' } });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(await own()).toHaveLength(1);
});

test('forms and curl bring files into the album, and their receipt removes them', async () => {
  const { aliasId, auth, secret, own, files } = await album();
  const form = formClient(port, auth, 'alias');
  const made = await form.make(filePart('a.txt', 'a'));
  expect(made.json()).toMatchObject({ success: true, id: aliasId });
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

test.each([
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
])('a form of another site (%o) brings nothing through an alias', async (headers) => {
  const { aliasId, auth, ways, anew, files } = await album();
  expect(await ways(aliasId, headers)).toEqual([403, 403]);
  const { form, sent } = await anew(headers);
  const inUrl = await formClient(port, { ...auth, ...headers }).post(
    `/u/alias/${aliasId}`,
    formOf(filePart('e.txt', 'e')),
  );
  expect([form.status, sent.status, inUrl.status]).toEqual([403, 403, 403]);
  expect(await files()).toEqual([]);
});

test('no answer to a sender has the album’s private id', async () => {
  const { owner, aliasId, albumId, auth, anew } = await album();
  const tus = tusClient(port, aliasId, auth, 'alias');
  const path = await tus.begin(1);
  const answers = [path, await tus.head(path), await tus.patch(path, 0, Buffer.from('x'))];
  const { form, sent } = await anew();
  const begun = await createShareThroughAlias(await newAliasPass(owner, aliasId), { maxViews: 1 });
  const all = JSON.stringify([answers, begun, form.headers, form.json(), sent.headers, sent.json()]);
  expect(all).toContain(aliasId);
  expect(all).not.toContain(albumId);
});

test.each(['checked', 'off'] as const)(
  'once its mode is %s, who knows the album’s private id brings nothing into it',
  async (mode) => {
    const { owner, aliasId, albumId, ways, files } = await album();
    await setAlbum(owner, { aliasId, mode });
    expect(await ways(albumId)).toEqual([404, 404]);
    expect(await ways(aliasId)).toEqual([404, 404]);
    expect(await files()).toEqual([]);
  },
);

test('an upload into an album stops once its link is withdrawn', async () => {
  const { owner, aliasId, albumId, auth, files } = await album();
  const tus = tusClient(port, aliasId, auth, 'alias');
  const path = await tus.begin(400_000, named('late.bin'));
  const { request, reply } = tus.stream(path, 0, { 'content-length': 400_000 });
  request.write(someBytes(50_000));
  const row = () => owner.db.upload.findUnique({ where: { fileId: idOf(path) } });
  await expect.poll(row, { timeout: 20_000 }).toMatchObject({ offsetBytes: 50_000n });
  await owner.db.publication.update({ where: { shareId: albumId }, data: { enabled: false } });
  request.end(someBytes(350_000));
  expect((await reply).status).toBe(404);
  expect(await files()).toEqual([['late.bin', 'album', 'incoming']]);
});

test.each([
  ['withdrawn', { publication: { update: { enabled: false } } }],
  ['over', { publication: { update: { publishUntil: new Date(0) } } }],
  ['gone', { publication: { delete: true } }],
  ['used up', { maxViews: 2, publication: { update: { views: 2 } } }],
  ['for recipients alone', { onlyRecipients: true }],
] as const)('nobody adds to an album whose link is %s, nor learns its name', async (_, data) => {
  const { owner, aliasId, albumId, ways, anew, files } = await album();
  await owner.db.share.update({ where: { id: albumId }, data });
  expect(await ways(aliasId)).toEqual([403, 403]);
  const { form, sent } = await anew();
  expect([form.status, sent.status]).toEqual([403, 403]);
  expect(await peekAlias(openContext({ now: new Date() }), aliasId)).toEqual({ state: 'off' });
  expect(await files()).toEqual([]);
});

test('adding to an album with a password needs the password, or a visit of the link', async () => {
  const { owner, aliasId, albumId, ways, anew, files } = await album();
  await setShareField(owner, albumId, { password: 'sesame' });
  const now = () => openContext({ now: new Date() });
  for (const [over, status] of [
    [{}, 401],
    [{ [headerNames.password]: 'wrong' }, 403],
  ] as const) {
    expect(await ways(aliasId, over)).toEqual([status, status]);
    expect((await anew(over)).sent.status).toBe(status);
  }
  expect(await peekAlias(now(), aliasId)).toEqual({ state: 'locked' });
  expect(await files()).toEqual([]);
  expect((await anew({ [headerNames.password]: 'sesame' })).sent.status).toBe(201);

  const { publication } = await owner.db.share.findUniqueOrThrow({
    where: { id: albumId },
    include: { publication: true },
  });
  const proof = { password: 'sesame', passwordCookie: null, visitCookie: null };
  const { inbox } = await openShare(now(), publication?.linkId ?? '', proof);
  const cookie = `${inboxCookieName(aliasId)}=${inbox?.value}`;
  expect(await ways(aliasId, { cookie })).toEqual([201, 200]);
  // The last view is theirs.
  await owner.db.share.update({ where: { id: albumId }, data: { maxViews: 1 } });
  expect(await ways(aliasId, { cookie })).toEqual([201, 200]);
  expect(await ways(aliasId, { [headerNames.password]: 'sesame' })).toEqual([403, 403]);
  await setShareField(owner, albumId, { password: 'another' });
  expect(await ways(aliasId, { cookie })).toEqual([403, 403]);
  await owner.db.share.update({ where: { id: albumId }, data: { maxViews: 9 } });
  expect(await ways(aliasId, { cookie })).toEqual([401, 401]);
});

test('where senders have a password of their own, that of the link is none for them', async () => {
  const { owner, aliasId, albumId, ways } = await album();
  await setShareField(owner, albumId, { password: 'of the link' });
  await setInboxPassword(owner, { aliasId, value: 'of the inbox' });
  expect(await ways(aliasId, { [headerNames.password]: 'of the link' })).toEqual([403, 403]);
  expect(await ways(aliasId, { [headerNames.password]: 'of the inbox' })).toEqual([201, 200]);
});

test('guesses of the album’s password by its alias count for its link, too', async () => {
  const { owner, aliasId, albumId } = await album();
  await setShareField(owner, albumId, { password: 'sesame' });
  const ctx = limitedContext({ client: { address: '203.0.113.98', userAgent: 'x' }, now: new Date() });
  const { alias } = await newAliasPass(owner, aliasId);
  const guess = (password: string) => checkInboxPassword(ctx, alias, { password, cookie: null });
  for (let n = 0; n < 10; n++) await expect(guess(`wrong ${n}`)).rejects.toThrow('alias.passwordWrong');
  const { publication } = await owner.db.share.findUniqueOrThrow({
    where: { id: albumId },
    include: { publication: true },
  });
  const proof = { password: 'sesame', passwordCookie: null, visitCookie: null };
  await expect(openShare(ctx, publication?.linkId ?? '', proof)).rejects.toThrow('limit.attempts');
});
