import { describe, expect, test } from 'vitest';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, noon, openContext, userContext } from '@/testing/service/context';
import type { Proof } from './gate';
import { openFiles, openFolder } from './open-files';
import { openShare } from './open-share';

const nothing: Proof = { password: null, passwordCookie: null, visitCookie: null };
const visitor = openContext();
const later = openContext({ now: new Date(noon.getTime() + 5 * 3600 * 1000) });
const dead = { code: 'open.notFound' };

async function published({ password, maxViews = 2 }: { password?: string; maxViews?: number } = {}) {
  const owner = await userContext();
  const { id: shareId } = await draftShare(owner, { maxViews, validityMs: 4 * 3600 * 1000 });
  if (password) await setShareField(owner, shareId, { password });
  const file = { shareId, name: 'a', sizeBytes: 7, storedBytes: 7, mimeType: 'text/plain' };
  await owner.db.file.create({ data: { ...file, id: owner.newId(), state: 'complete' } });
  await owner.db.file.create({ data: { ...file, id: owner.newId(), name: 'half' } });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: true });
  const views = async () => (await owner.db.publication.findUniqueOrThrow({ where: { shareId } })).views;
  return { owner, shareId, linkId, views };
}

async function visit(linkId: string, password: string | null = null): Promise<Proof> {
  const { pass } = await openShare(visitor, linkId, { ...nothing, password }, 0);
  return { password: null, passwordCookie: pass?.password ?? null, visitCookie: pass?.visit ?? null };
}

const looks = {
  folder: (linkId: string, proof: Proof, ctx = visitor) => openFolder(ctx, { linkId, path: '' }, proof),
  page: (linkId: string, proof: Proof, ctx = visitor) =>
    openFiles(ctx, { linkId, path: '', from: undefined, until: undefined }, proof),
  search: (linkId: string, proof: Proof, ctx = visitor) =>
    openFiles(ctx, { linkId, path: '', from: undefined, until: undefined, q: 'a' }, proof),
};

describe.each(Object.entries(looks))('the %s', (_, look) => {
  test('is open to anyone who may open the link, and spends no view', async () => {
    const { linkId, views } = await published();
    await look(linkId, nothing);
    const proof = await visit(linkId);
    await look(linkId, proof);
    await look(linkId, proof);
    expect(await views()).toBe(1);
  });

  test('asks for the password: none, wrong, right, proven', async () => {
    const { linkId } = await published({ password: 'x' });
    await expect(look(linkId, nothing)).rejects.toMatchObject({ code: 'open.passwordRequired' });
    const wrong = { ...nothing, password: 'y' };
    await expect(look(linkId, wrong)).rejects.toMatchObject({ code: 'open.passwordWrong' });
    await expect(look(linkId, { ...nothing, password: 'x' })).resolves.toBeDefined();
    await expect(look(linkId, await visit(linkId, 'x'))).resolves.toBeDefined();
  });

  test('is the visit’s alone once the last view is spent', async () => {
    const { linkId } = await published({ maxViews: 1 });
    const proof = await visit(linkId);
    await expect(look(linkId, nothing)).rejects.toMatchObject(dead);
    await expect(look(linkId, proof)).resolves.toBeDefined();
  });

  test('is gone with the link: expired, withdrawn, unknown, asked for by the private id', async () => {
    const { owner, shareId, linkId } = await published();
    const proof = await visit(linkId);
    await expect(look(linkId, proof, later)).rejects.toMatchObject(dead);
    await expect(look(shareId, proof)).rejects.toMatchObject(dead);
    await expect(look('nope', nothing)).rejects.toMatchObject(dead);
    await unpublishShare(owner, { shareId });
    await expect(look(linkId, proof)).rejects.toMatchObject(dead);
  });
});

test('a visitor sees what has arrived, and the detail says how much that is', async () => {
  const { linkId } = await published();
  const { detail } = await openShare(visitor, linkId, nothing, 1);
  expect(detail).toMatchObject({ files: [], total: { files: 1, size: 7 } });
  expect((await looks.page(linkId, nothing)).items.map(({ filename }) => filename)).toEqual(['a']);
  expect((await looks.search(linkId, nothing)).items.map(({ filename }) => filename)).toEqual(['a']);
  expect(await looks.folder(linkId, nothing)).toMatchObject({ files: 1, size: 7 });
});

test('a detail of few files, or of a client that takes all, is as it always was', async () => {
  const { linkId } = await published();
  const proof = await visit(linkId);
  for (const filesUpTo of [undefined, 2, 500]) {
    const { detail } = await openShare(visitor, linkId, proof, filesUpTo);
    expect(detail.files.map(({ filename }) => filename)).toEqual(['a']);
    expect(detail).not.toHaveProperty('total');
  }
});

describe('the key of a visit, in URLs, for browsers without cookies', () => {
  const keyOf = async (linkId: string, password: string | null = null) =>
    (await openShare(visitor, linkId, { ...nothing, password }, 0)).pass?.key ?? null;
  const withKey = (visitKey: string | null): Proof => ({ ...nothing, visitKey });

  test('opens files on the last view, and behind a password', async () => {
    for (const terms of [{ maxViews: 1 }, { password: 'x' }, { maxViews: 1, password: 'x' }]) {
      const { linkId, views } = await published(terms);
      const key = await keyOf(linkId, terms.password);
      await expect(looks.folder(linkId, nothing)).rejects.toThrow();
      for (const look of Object.values(looks))
        await expect(look(linkId, withKey(key))).resolves.toBeDefined();
      expect(await views()).toBe(1);
    }
  });

  test('ends with the visit, the password, the publication and the link', async () => {
    const { owner, shareId, linkId } = await published({ password: 'x', maxViews: 9 });
    const key = withKey(await keyOf(linkId, 'x'));
    const afterVisit = openContext({ now: new Date(noon.getTime() + 4 * 3600 * 1000 + 1) });
    await publishShare(owner, { shareId, reuseId: true });
    const publishUntil = new Date(noon.getTime() + 48 * 3600 * 1000);
    await owner.db.publication.update({ where: { shareId }, data: { publishUntil } });
    await expect(looks.folder(linkId, key)).rejects.toMatchObject({ code: 'open.passwordRequired' });
    const second = withKey(await keyOf(linkId, 'x'));
    await expect(looks.folder(linkId, second)).resolves.toBeDefined();
    await expect(looks.folder(linkId, second, afterVisit)).rejects.toMatchObject({
      code: 'open.passwordRequired',
    });
    await setShareField(owner, shareId, { password: 'y' });
    await expect(looks.folder(linkId, second)).rejects.toMatchObject({ code: 'open.passwordRequired' });
    await unpublishShare(owner, { shareId });
    await expect(looks.folder(linkId, second)).rejects.toMatchObject(dead);
  });

  test('is no cookie, no password, of no other link, and begins no visit', async () => {
    const { linkId } = await published({ password: 'x', maxViews: 9 });
    const other = await published({ password: 'x' });
    const key = await keyOf(linkId, 'x');
    const refused = { code: 'open.passwordRequired' };
    const { visitCookie } = await visit(linkId, 'x');
    const forged: Proof[] = [
      { ...nothing, visitCookie: key },
      { ...nothing, passwordCookie: key },
      withKey(String(visitCookie)),
      withKey(`${key}x`),
    ];
    for (const proof of forged) await expect(looks.folder(linkId, proof)).rejects.toMatchObject(refused);
    await expect(looks.folder(other.linkId, withKey(key))).rejects.toMatchObject(refused);
  });

  test('is given to nobody whose files need no proof', async () => {
    const { linkId } = await published({ maxViews: 30 });
    expect(await keyOf(linkId)).toBeNull();
  });
});
