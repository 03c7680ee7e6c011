import { expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';
import type { UserContext } from '@/lib/server/context';
import { limits } from '@/lib/server/limits/policy';
import { saveForm } from '@/lib/server/services/alias/form';
import { peekAlias } from '@/lib/server/services/alias/peek';
import { modifyAlias, removeAlias } from '@/lib/server/services/alias/save';
import { getAlias } from '@/lib/server/services/alias/search';
import { receiptHash } from '@/lib/server/services/delivery/insert';
import { countUnread } from '@/lib/server/services/delivery/marks';
import { getReceipt } from '@/lib/server/services/delivery/receipt';
import { searchDeliveries } from '@/lib/server/services/delivery/search';
import { openShare } from '@/lib/server/services/open/open-share';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { getShare } from '@/lib/server/services/share/detail';
import { removeShare } from '@/lib/server/services/share/remove';
import {
  draftShare,
  newAliasPass,
  noon,
  openContext,
  ownAlias,
  userContext,
} from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { addToAlbum, letVisitorsAdd, setAlbum } from './album';
import { listOwnFiles, removeOwnFile } from './senders';

const nobody = { password: null, passwordCookie: null, visitCookie: null };
const empty = { name: null, description: null, maxViews: 10 };

async function inbox(mode: 'open' | 'checked', form: object | null = null) {
  const [owner, member] = [await userContext(), await userContext()];
  const { id: aliasId } = await ownAlias(owner, { name: 'Wedding', members: [member.viewer.id] });
  if (form) await saveForm(owner, { ...AliasForm.parse(form), aliasId });
  const { share } = await setAlbum(owner, { aliasId, mode });
  const albumId = share ?? '';
  const linkId = async () => (await getShare(owner, { shareId: albumId })).publishInfo?.id ?? '';
  const send = async (over: object = {}) =>
    createShareThroughAlias(await newAliasPass(owner, aliasId), { ...empty, ...over });
  const seen = async () =>
    (await openShare(openContext(), await linkId(), nobody)).detail.files.map(({ filename }) => filename);
  return { owner, member, aliasId, albumId, send, linkId, seen };
}

async function addFile({ db, newId }: UserContext, shareId: string, name: string, secret: string | null) {
  const id = newId();
  await db.file.create({
    data: {
      id,
      shareId,
      name,
      sizeBytes: 3n,
      storedBytes: 3n,
      crc32: '00000000',
      completedAt: noon,
      mimeType: 'image/png',
      state: 'complete',
      addedBy: secret && receiptHash(secret),
    },
  });
  return id;
}

test('an album shows everything at once, and its page takes everybody there', async () => {
  const { owner, member, aliasId, albumId, send, linkId, seen } = await inbox('open');
  expect(await send()).toEqual({ id: aliasId, receipt: '' });
  await addFile(owner, albumId, 'cake.png', null);
  expect(await seen()).toEqual(['cake.png']);
  const { detail } = await openShare(openContext(), await linkId(), nobody);
  expect([detail.album, detail.aliasId, detail.viewsLimited]).toEqual([
    { alias: aliasId, name: 'Wedding', enabled: true },
    null,
    false,
  ]);
  expect(await countUnread(member)).toEqual({ unread: 1 });
  expect(await peekAlias(openContext(), aliasId)).toMatchObject({
    state: 'open',
    album: { link: await linkId(), isOpen: true },
  });
  expect((await getAlias(owner, { aliasId })).album).toEqual({ share: albumId, checked: false });
  expect((await getShare(member, { shareId: albumId })).album?.alias).toBe(aliasId);
});

test('a sender’s note beside an album is a delivery, and its receipt lists the files too', async () => {
  const { owner, aliasId, albumId, send, seen } = await inbox('open', {
    sender: { name: 'optional', email: 'off', reference: 'off' },
  });
  const { id, receipt } = await send({ description: 'All the best', sender: { name: 'Ada' } });
  expect(id).toBe(aliasId);
  await addFile(owner, albumId, 'cake.png', receipt);
  expect(await seen()).toEqual(['cake.png']);
  expect(await getReceipt(openContext(), { token: receipt })).toMatchObject({
    number: 1,
    note: 'All the best',
    sender: { name: 'Ada' },
    files: [{ name: 'cake.png' }],
    total: { files: 1, size: 3 },
  });
});

test('bounds of one delivery are none of an album', async () => {
  const { owner, aliasId } = await inbox('open', { maxFiles: 1, maxBytes: 10, endings: ['png'] });
  const { alias } = await newAliasPass(owner, aliasId);
  expect(alias.form).toMatchObject({ maxFiles: null, maxBytes: null, endings: ['png'] });
  await setAlbum(owner, { aliasId, mode: 'checked' });
  expect((await newAliasPass(owner, aliasId)).alias).toMatchObject({ albumId: null, form: { maxFiles: 1 } });
});

test('with approval nothing is seen before owner or member put it there, and then its sender may still remove it', async () => {
  const { owner, member, aliasId, albumId, send, seen } = await inbox('checked');
  const { id: shareId, receipt } = await send();
  expect(shareId).not.toBe(albumId);
  const file = await addFile(owner, shareId, 'cake.png', null);
  const incoming = await addFile(owner, shareId, 'half.png', null);
  await owner.db.file.update({ where: { id: incoming }, data: { state: 'incoming' } });
  expect(await seen()).toEqual([]);
  const query = deliveries.search.query.parse({ alias: aliasId });
  expect(await searchDeliveries(member, query)).toMatchObject({ items: [{ id: shareId, done: false }] });

  await addToAlbum(member, { shareId });
  expect(await seen()).toEqual(['cake.png']);
  expect(await searchDeliveries(owner, { ...query, state: 'done' })).toMatchObject({
    items: [{ id: shareId, files: 1 }],
  });
  expect(await owner.db.share.findUnique({ where: { id: albumId } })).toMatchObject({
    fileCount: 1,
    sizeBytes: 3n,
  });
  expect(await listOwnFiles(openContext(), { token: receipt })).toEqual({ files: [file] });
  await removeOwnFile(openContext(), { token: receipt, file });
  expect(await seen()).toEqual([]);
});

test('a visitor removes their own and nobody else’s, and only from albums', async () => {
  const { owner, albumId, seen } = await inbox('open');
  const [ada, grace] = ['a'.repeat(32), 'g'.repeat(32)] as const;
  const file = await addFile(owner, albumId, 'cake.png', ada);
  const draft = await draftShare(owner);
  const elsewhere = await addFile(owner, draft.id, 'plan.png', ada);
  for (const [token, id] of [
    [grace, file],
    [ada, elsewhere],
    [ada, 'none'],
  ] as const)
    await expect(removeOwnFile(openContext(), { token, file: id })).rejects.toThrow('file.notFound');
  expect(await listOwnFiles(openContext(), { token: grace })).toEqual({ files: [] });
  await removeOwnFile(openContext(), { token: ada, file });
  expect(await seen()).toEqual([]);
});

test('a visitor removes nothing from a share that was taken down', async () => {
  const { owner, albumId, seen } = await inbox('open');
  const ada = 'b'.repeat(32);
  const file = await addFile(owner, albumId, 'cake.png', ada);
  await owner.db.share.update({ where: { id: albumId }, data: { blockedAt: new Date() } });
  await expect(removeOwnFile(openContext(), { token: ada, file })).rejects.toThrow('file.notFound');
  expect(await listOwnFiles(openContext(), { token: ada })).toEqual({ files: [] });
  expect(await owner.db.file.count({ where: { id: file } })).toBe(1);
  await owner.db.share.update({ where: { id: albumId }, data: { blockedAt: null } });
  await removeOwnFile(openContext(), { token: ada, file });
  expect(await seen()).toEqual([]);
});

test('a delivery isn’t added to an album that was taken down', async () => {
  const { owner, member, albumId, send } = await inbox('checked');
  const { id: shareId } = await send();
  const file = await addFile(owner, shareId, 'cake.png', null);
  const at = async () => (await owner.db.file.findUniqueOrThrow({ where: { id: file } })).shareId;
  await owner.db.share.update({ where: { id: albumId }, data: { blockedAt: new Date() } });
  for (const one of [owner, member])
    await expect(addToAlbum(one, { shareId })).rejects.toMatchObject({ code: 'share.blocked' });
  expect(await at()).toBe(shareId);
  await owner.db.share.update({ where: { id: albumId }, data: { blockedAt: null } });
  await addToAlbum(member, { shareId });
  expect(await at()).toBe(albumId);
});

test('guessing secrets is blocked', async () => {
  const guesser = limitedContext({ client: { address: '203.0.113.77', userAgent: 'x' } });
  const guess = () => removeOwnFile(guesser, { token: 'x'.repeat(32), file: 'none' });
  for (let n = 0; n < limits.unknownId.max; n++) await expect(guess()).rejects.toThrow('file.notFound');
  await expect(guess()).rejects.toThrow('limit.attempts');
});

test('a share of one’s own takes files of visitors, until that is switched off', async () => {
  const owner = await userContext();
  const { id: shareId } = await draftShare(owner, { name: 'Hike' });
  const { alias } = await letVisitorsAdd(owner, { shareId, value: true });
  const pass = await newAliasPass(owner, alias ?? '');
  expect(pass.alias.albumId).toBe(shareId);
  expect(await createShareThroughAlias(pass, empty)).toEqual({ id: alias, receipt: '' });
  expect(await getShare(owner, { shareId })).toMatchObject({
    album: { alias, name: 'Hike', enabled: true },
    name: 'Hike',
  });
  expect(await letVisitorsAdd(owner, { shareId, value: false })).toEqual({ alias: null });
  await expect(newAliasPass(owner, alias ?? '')).rejects.toThrow('alias.notUsable');
  expect(await letVisitorsAdd(owner, { shareId, value: true })).toEqual({ alias });
  await removeShare(owner, { shareId });
  expect((await getAlias(owner, { aliasId: alias ?? '' })).album).toBeNull();
});

test.each(['open', 'checked'] as const)(
  'once an album with the mode %s is deleted, its inbox takes what it would if the link were withdrawn',
  async (mode) => {
    const { owner, aliasId, albumId, linkId, send } = await inbox(mode);
    const link = await linkId();
    await owner.db.publication.update({ where: { shareId: albumId }, data: { enabled: false } });
    const state = async () => (await peekAlias(openContext(), aliasId))?.state;
    const withdrawn = await state();
    expect(withdrawn).toBe(mode === 'open' ? 'off' : 'open');
    await removeShare(owner, { shareId: albumId });
    expect(await state()).toBe(withdrawn);
    await expect(openShare(openContext(), link, nobody)).rejects.toThrow('open.notFound');
    if (mode === 'open') await expect(send()).rejects.toThrow('alias.notUsable');
    else expect((await send()).id).not.toBe(aliasId);
  },
);

test('once an alias is deleted its album stays as it was, but nobody adds or removes', async () => {
  const { owner, aliasId, albumId, linkId, send, seen } = await inbox('open');
  const ada = 'a'.repeat(32);
  const file = await addFile(owner, albumId, 'cake.png', ada);
  await removeAlias(owner, { aliasId });
  expect(await seen()).toEqual(['cake.png']);
  expect((await openShare(openContext(), await linkId(), nobody)).detail.album).toBeNull();
  expect(await peekAlias(openContext(), aliasId)).toBeNull();
  await expect(send()).rejects.toThrow('alias.notUsable');
  expect(await listOwnFiles(openContext(), { token: ada })).toEqual({ files: [] });
  await expect(removeOwnFile(openContext(), { token: ada, file })).rejects.toThrow('file.notFound');
});

test('albums are made by owners alone, and what came in is none', async () => {
  const { owner, member, aliasId, send } = await inbox('checked');
  const other = await userContext();
  await expect(setAlbum(member, { aliasId, mode: 'off' })).rejects.toThrow('alias.notOwner');
  await expect(setAlbum(other, { aliasId, mode: 'open' })).rejects.toThrow('alias.notFound');
  const { id: shareId } = await send();
  await expect(letVisitorsAdd(owner, { shareId, value: true })).rejects.toThrow('album.received');
  await expect(letVisitorsAdd(member, { shareId, value: true })).rejects.toThrow('share.notFound');
  await expect(addToAlbum(other, { shareId })).rejects.toThrow('share.notFound');
  const own = await draftShare(owner);
  await expect(addToAlbum(owner, { shareId: own.id })).rejects.toThrow('album.none');
  await setAlbum(owner, { aliasId, mode: 'off' });
  await expect(addToAlbum(owner, { shareId })).rejects.toThrow('album.none');
});

test('an alias keeps its album under a new id', async () => {
  const { owner, aliasId, albumId, send } = await inbox('open');
  const id = owner.newId();
  const change = { id, name: 'Wedding', validity: 60_000, enabled: true, members: [] };
  await modifyAlias(owner, { ...change, aliasId });
  expect((await getAlias(owner, { aliasId: id })).album).toEqual({ share: albumId, checked: false });
  await expect(send()).rejects.toThrow('alias.notUsable');
  expect((await getShare(owner, { shareId: albumId })).album?.alias).toBe(id);
});

test('an album lives no longer than anything may here, however long its inbox lets shares live', async () => {
  const user = await userContext();
  const owner = { ...user, config: { ...user.config, MAX_VALIDITY: 60_000 } };
  const { id: aliasId } = await ownAlias(owner, { validityMs: 3_600_000 });
  const { share } = await setAlbum(owner, { aliasId, mode: 'open' });
  const { publishInfo } = await getShare(owner, { shareId: share ?? '' });
  expect(publishInfo?.publishUntil).toBe(noon.getTime() + 60_000);
});
