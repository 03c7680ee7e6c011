import { describe, expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { letVisitorsAdd } from '@/lib/server/services/album/album';
import { usageOf } from '@/lib/server/services/quota/usage';
import { createShare } from '@/lib/server/services/share/create';
import { getShare } from '@/lib/server/services/share/detail';
import { publishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, openContext, ownAlias, userContext } from '@/testing/service/context';
import { openWords, sealedShare, sealedTerms, sealedWords, storedManifest } from '@/testing/service/sealed';
import { getManifest, openManifest, saveManifest } from './manifest';

const noProof = { password: null, passwordCookie: null, visitCookie: null };

async function receivedSealed() {
  const [owner, member, stranger, admin] = await Promise.all([
    userContext(),
    userContext(),
    userContext(),
    userContext({ admin: true }),
  ]);
  const { id: shareId, key } = await sealedShare(owner);
  const alias = await ownAlias(owner, { members: [member.viewer.id] });
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId: alias.id } });
  return { owner, member, stranger, admin, shareId, manifest: await sealedWords(key, 'Plans'), key };
}

const actions: Record<string, (ctx: UserContext, shareId: string, manifest: string) => Promise<unknown>> = {
  'read its sealed words': (ctx, shareId) => getManifest(ctx, { shareId }),
  'save its sealed words': (ctx, shareId, manifest) => saveManifest(ctx, { shareId, manifest, revision: 0 }),
};

describe.each(Object.entries(actions))('who may %s', (_, act) => {
  test('the owner and a member of the alias may', async () => {
    for (const who of ['owner', 'member'] as const) {
      const world = await receivedSealed();
      await expect(act(world[who], world.shareId, world.manifest)).resolves.not.toThrow();
    }
  });

  test('another account and an admin may not, and learn nothing', async () => {
    const { stranger, admin, shareId, manifest, owner } = await receivedSealed();
    for (const ctx of [stranger, admin]) {
      await expect(act(ctx, shareId, manifest)).rejects.toMatchObject({ code: 'share.notFound' });
      await expect(act(ctx, 'no-such-share', manifest)).rejects.toMatchObject({ code: 'share.notFound' });
    }
    expect(await storedManifest(owner, shareId)).toMatchObject({ revision: 0, bytes: null });
  });

  test('an ordinary share has none', async () => {
    const { owner, manifest } = await receivedSealed();
    const { id } = await draftShare(owner);
    await expect(act(owner, id, manifest)).rejects.toMatchObject({ code: 'share.notSealed' });
  });
});

test('of two people who edit the title, the later one reads what the first saved', async () => {
  const { owner, shareId, manifest, key } = await receivedSealed();
  const other = await sealedWords(key, 'Other plans');
  const saves = [manifest, other].map((text) =>
    saveManifest(owner, { shareId, manifest: text, revision: 0 }),
  );
  const ended = await Promise.allSettled(saves);
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refusal = ended.find(({ status }) => status === 'rejected');
  expect(refusal).toMatchObject({ reason: { code: 'request.changed', answer: { now: { revision: 1 } } } });
  const { revision } = await getManifest(owner, { shareId });
  expect(await saveManifest(owner, { shareId, manifest: other, revision })).toEqual({ revision: 2 });
  expect(await openWords(key, (await getManifest(owner, { shareId })).manifest)).toMatchObject({
    title: 'Other plans',
  });
});

test('sealed words fill an account like files, and make room when they get fewer or go with their share', async () => {
  const owner = await userContext();
  const { id: shareId, key } = await sealedShare(owner);
  const [long, short] = [await sealedWords(key, 'Plans'.repeat(50)), await sealedWords(key, 'Plans')];
  const sizeOf = (manifest: string) => Buffer.from(manifest, 'base64').length;
  const used = async () => (await usageOf(owner, owner.viewer.id)).bytes;
  await owner.db.account.update({
    where: { id: owner.viewer.id },
    data: { maxBytes: sizeOf(long) },
  });
  await saveManifest(owner, { shareId, manifest: long, revision: 0 });
  expect(await used()).toBe(sizeOf(long));
  const other = await sealedShare(owner);
  const another = { shareId: other.id, manifest: await sealedWords(other.key, 'Plans'), revision: 0 };
  await expect(saveManifest(owner, another)).rejects.toMatchObject({ code: 'upload.quotaBytes' });
  await saveManifest(owner, { shareId, manifest: short, revision: 1 });
  expect(await used()).toBe(sizeOf(short));
  await owner.db.share.delete({ where: { id: shareId } });
  expect(await used()).toBe(0);
  await saveManifest(owner, another);
});

test('sealed words are refused where the disk has no room above its floor', async () => {
  const owner = await userContext();
  const { id: shareId, key } = await sealedShare(owner);
  const checkFreeSpace = () => Promise.reject(new AppError('storage.full'));
  const full = { ...owner, storage: { ...owner.storage, checkFreeSpace } };
  const change = { shareId, manifest: await sealedWords(key, 'Plans'), revision: 0 };
  await expect(saveManifest(full, change)).rejects.toMatchObject({ code: 'storage.full' });
  expect(await storedManifest(owner, shareId)).toMatchObject({ revision: 0, bytes: null });
});

test('an account replaces sealed words a thousand times an hour and no more', async () => {
  const owner = { ...(await userContext()), config: { ...(await userContext()).config, RATE_LIMITS: true } };
  const { id: shareId, key } = await sealedShare(owner);
  const change = { shareId, manifest: await sealedWords(key, 'Plans'), revision: 0 };
  await saveManifest(owner, change);
  await owner.db.rateLimit.updateMany({ where: { key: { contains: 'manifest' } }, data: { count: 1_000 } });
  await expect(saveManifest(owner, { ...change, revision: 1 })).rejects.toMatchObject({
    code: 'limit.attempts',
  });
});

test.each([
  ['words in the clear', Buffer.from(JSON.stringify({ title: 'Plans of a merger', files: [] }))],
  ['nothing', Buffer.alloc(0)],
])('%s are no manifest', async (_, bytes) => {
  const { owner, shareId } = await receivedSealed();
  const save = saveManifest(owner, { shareId, manifest: bytes.toString('base64'), revision: 0 });
  await expect(save).rejects.toMatchObject({ values: { field: 'manifest', reason: 'wrongType' } });
});

test('a manifest whose size no sealed one has is refused', async () => {
  const { owner, shareId, manifest } = await receivedSealed();
  const cut = Buffer.from(manifest, 'base64').subarray(0, 40).toString('base64');
  const save = saveManifest(owner, { shareId, manifest: cut, revision: 0 });
  await expect(save).rejects.toMatchObject({ values: { field: 'manifest' } });
});

test('a visitor reads the sealed words through the gate, without using a view', async () => {
  const owner = await userContext();
  const { id: shareId, key } = await sealedShare(owner);
  const manifest = await sealedWords(key, 'Plans');
  await saveManifest(owner, { shareId, manifest, revision: 0 });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: false });
  expect(await openManifest(openContext(), { linkId }, noProof)).toEqual({ manifest });
  expect((await getShare(owner, { shareId })).publishInfo?.views).toBe(0);

  await setShareField(owner, shareId, { password: 'sesame' });
  await expect(openManifest(openContext(), { linkId }, noProof)).rejects.toMatchObject({
    code: 'open.passwordRequired',
  });
  await expect(openManifest(openContext(), { linkId: shareId }, noProof)).rejects.toMatchObject({
    code: 'open.notFound',
  });
});

test('a sealed share has no words in the clear: not at its creation, not later, and no album', async () => {
  const ctx = await userContext();
  for (const field of ['name', 'description'] as const) {
    const create = createShare(ctx, { ...sealedTerms, [field]: 'Plans' });
    await expect(create).rejects.toMatchObject({ code: 'request.invalid', values: { field } });
  }
  const { id: shareId } = await sealedShare(ctx);
  const refused = { code: 'share.sealed' };
  for (const change of [{ name: 'Plans' }, { name: null }, { description: 'Plans' }]) {
    await expect(setShareField(ctx, shareId, change)).rejects.toMatchObject(refused);
  }
  await expect(letVisitorsAdd(ctx, { shareId, value: true })).rejects.toMatchObject(refused);
  expect(await getShare(ctx, { shareId })).toMatchObject({ e2ee: 'v1', name: null, title: null });
});
