import { expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { getShare } from '@/lib/server/services/share/detail';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { removeShare } from '@/lib/server/services/share/remove';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, noon, openContext, userContext } from '@/testing/service/context';
import { authorizeLink, type Proof } from './gate';
import { openShare, revisitShare } from './open-share';
import { peekShare } from './peek';

const nothing: Proof = { password: null, passwordCookie: null, visitCookie: null };
const dead = { code: 'open.notFound' };
const visitor = openContext();
const at = (ms: number) => ({ ...visitor, now: new Date(noon.getTime() + ms) });

async function published(over: Parameters<typeof draftShare>[1] & { password?: string } = {}) {
  const owner = await userContext();
  const { password, ...rest } = over;
  const { id: shareId } = await draftShare(owner, rest);
  if (password) await setShareField(owner, shareId, { password });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: true });
  return { owner, shareId, linkId };
}

const bySender = ({ viewer: { login } }: UserContext) => ({
  name: login,
  isLogin: true,
  line: null,
  picture: null,
  color: null,
});

const viewsOf = async (owner: UserContext, shareId: string) =>
  (await owner.db.publication.findUniqueOrThrow({ where: { shareId } })).views;

async function visit(linkId: string, proof: Proof = nothing): Promise<Proof> {
  const { pass } = await openShare(visitor, linkId, proof);
  return { password: null, passwordCookie: pass?.password ?? null, visitCookie: pass?.visit ?? null };
}

test('an opening without a visit spends a view; within the visit nothing is spent', async () => {
  const { owner, shareId, linkId } = await published();
  const proof = await visit(linkId);
  await openShare(visitor, linkId, proof);
  await openShare(visitor, linkId, proof);
  expect(await viewsOf(owner, shareId)).toBe(1);
  await visit(linkId);
  expect(await viewsOf(owner, shareId)).toBe(2);
});

test('a visit outlives the last view but not four hours', async () => {
  const { linkId } = await published({ maxViews: 1, validityMs: 24 * 3600 * 1000 });
  const proof = await visit(linkId);
  await expect(openShare(visitor, linkId, nothing)).rejects.toMatchObject(dead);
  await expect(authorizeLink(visitor, linkId, nothing)).rejects.toMatchObject(dead);
  await expect(openShare(at(4 * 3600 * 1000 - 1), linkId, proof)).resolves.toHaveProperty('pass', null);
  await expect(openShare(at(4 * 3600 * 1000), linkId, proof)).rejects.toMatchObject(dead);
});

const key = { ...nothing, idempotencyKey: 'k'.repeat(40) };

test('the same request, asked again, is the same visit, also after the last view', async () => {
  const { owner, shareId, linkId } = await published({ maxViews: 1, validityMs: 24 * 3600 * 1000 });
  const atOnce = await Promise.all([openShare(visitor, linkId, key), openShare(visitor, linkId, key)]);
  const later = await openShare(at(3600 * 1000), linkId, key);
  expect(await viewsOf(owner, shareId)).toBe(1);
  expect(await owner.db.visit.count({ where: { shareId } })).toBe(1);
  for (const { pass } of [...atOnce, later]) {
    const proof = { ...nothing, visitCookie: pass?.visit ?? null };
    await expect(openShare(at(4 * 3600 * 1000 - 1), linkId, proof)).resolves.toHaveProperty('pass', null);
    await expect(openShare(at(4 * 3600 * 1000), linkId, proof)).rejects.toMatchObject(dead);
  }
  await expect(openShare(at(4 * 3600 * 1000), linkId, key)).rejects.toMatchObject(dead);
  const other = { ...nothing, idempotencyKey: 'l'.repeat(40) };
  await expect(openShare(visitor, linkId, other)).rejects.toMatchObject(dead);
});

test('the same request proves no password, and belongs to one publishing of one share', async () => {
  const { owner, shareId, linkId } = await published({ password: 'x', maxViews: 9 });
  await Promise.all([1, 2, 3].map(() => openShare(visitor, linkId, { ...key, password: 'x' })));
  await expect(openShare(visitor, linkId, key)).rejects.toMatchObject({ code: 'open.passwordRequired' });
  const wrong = { ...key, password: 'y' };
  await expect(openShare(visitor, linkId, wrong)).rejects.toMatchObject({ code: 'open.passwordWrong' });
  await openShare(visitor, linkId, { ...key, password: 'x' });
  expect(await viewsOf(owner, shareId)).toBe(1);
  const another = await published({ validityMs: 24 * 3600 * 1000 });
  await openShare(visitor, another.linkId, key);
  expect(await viewsOf(another.owner, another.shareId)).toBe(1);
  await openShare(at(4 * 3600 * 1000), another.linkId, key);
  expect(await viewsOf(another.owner, another.shareId)).toBe(2);
  await publishShare(owner, { shareId, reuseId: true });
  await openShare(visitor, linkId, { ...key, password: 'x' });
  expect(await viewsOf(owner, shareId)).toBe(2);
});

test('exactly as many of sixty concurrent visitors get in as views are left', async () => {
  const { owner, shareId, linkId } = await published({ maxViews: 5 });
  const visits = await Promise.allSettled(
    Array.from({ length: 60 }, () => openShare(visitor, linkId, nothing)),
  );
  expect(visits.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await viewsOf(owner, shareId)).toBe(5);
  expect(await owner.db.visit.count({ where: { shareId } })).toBe(5);
});

test('unknown, withdrawn, expired, used up, deleted and of a disabled owner look alike', async () => {
  const withdrawn = await published();
  await unpublishShare(withdrawn.owner, withdrawn);
  const disabled = await published();
  await disabled.owner.db.account.update({
    where: { id: disabled.owner.viewer.id },
    data: { state: 'Disabled' },
  });
  const deleted = await published();
  await removeShare(deleted.owner, deleted);
  const usedUp = await published({ maxViews: 1 });
  await visit(usedUp.linkId);
  const expired = await published({ validityMs: 1000 });

  for (const linkId of ['nope', withdrawn.linkId, disabled.linkId, deleted.linkId, usedUp.linkId]) {
    await expect(openShare(visitor, linkId, nothing)).rejects.toMatchObject(dead);
  }
  await expect(openShare(at(1000), expired.linkId, nothing)).rejects.toMatchObject(dead);
});

test('a locked share asks for its password, refuses a wrong one, and spends no view for either', async () => {
  const { owner, shareId, linkId } = await published({ password: 'pässwörd' });
  await expect(openShare(visitor, linkId, nothing)).rejects.toMatchObject({ code: 'open.passwordRequired' });
  const wrong = { ...nothing, password: 'password' };
  await expect(openShare(visitor, linkId, wrong)).rejects.toMatchObject({ code: 'open.passwordWrong' });
  expect(await viewsOf(owner, shareId)).toBe(0);
  await expect(visit(linkId, { ...nothing, password: 'pässwörd' })).resolves.toHaveProperty('visitCookie');
  expect(await viewsOf(owner, shareId)).toBe(1);
});

test('the proofs of one share open no other', async () => {
  const one = await published({ password: 'one' });
  const other = await published({ password: 'other' });
  const proof = await visit(one.linkId, { ...nothing, password: 'one' });
  await expect(authorizeLink(visitor, other.linkId, proof)).rejects.toMatchObject({
    code: 'open.passwordRequired',
  });
});

test('a changed password and a new publishing end every visit', async () => {
  const { owner, shareId, linkId } = await published({ password: 'old' });
  const first = await visit(linkId, { ...nothing, password: 'old' });
  await setShareField(owner, shareId, { password: 'new' });
  await expect(authorizeLink(visitor, linkId, first)).rejects.toMatchObject({
    code: 'open.passwordRequired',
  });

  const second = await visit(linkId, { ...nothing, password: 'new' });
  await publishShare(owner, { shareId, reuseId: true });
  await expect(authorizeLink(visitor, linkId, second)).rejects.toMatchObject({
    code: 'open.passwordRequired',
  });
});

test('a good cookie behind old ones is a proof', async () => {
  const { linkId } = await published({ password: 'x' });
  const proof = await visit(linkId, { ...nothing, password: 'x' });
  for (const name of ['passwordCookie', 'visitCookie'] as const) {
    const shown = { ...nothing, [name]: ['old', String(proof[name])] };
    await expect(authorizeLink(visitor, linkId, shown)).resolves.toBeTruthy();
  }
});

test('a forged or foreign cookie is no proof', async () => {
  const { linkId } = await published({ password: 'x' });
  const proof = await visit(linkId, { ...nothing, password: 'x' });
  const forged = [
    { visitCookie: `${proof.visitCookie}x` },
    { visitCookie: proof.passwordCookie }, // each purpose has its own key
    { passwordCookie: proof.visitCookie },
    { passwordCookie: 'x' },
  ];
  for (const cookies of forged) {
    await expect(authorizeLink(visitor, linkId, { ...nothing, ...cookies })).rejects.toMatchObject({
      code: 'open.passwordRequired',
    });
  }
});

test('neither the private id nor owner, alias or last access leaves through a link', async () => {
  const { owner, shareId, linkId } = await published();
  const alias = await owner.db.alias.create({
    data: { id: owner.newId(), ownerId: owner.viewer.id, name: 'Inbox', validityMs: 1000 },
  });
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId: alias.id } });
  const { detail } = await openShare(visitor, linkId, nothing);
  const text = JSON.stringify(detail);
  for (const secret of [shareId, alias.id, owner.viewer.id, owner.viewer.login])
    expect(text).not.toContain(secret);
  expect(detail).toMatchObject({ id: linkId, aliasId: null, creator: null });
  expect(detail.publishInfo?.lastAccess).toBeNull();
});

test('files still on their way are not shown', async () => {
  const { owner, shareId, linkId } = await published();
  const file = { shareId, sizeBytes: 3, mimeType: 'text/plain' };
  await owner.db.file.create({ data: { ...file, id: owner.newId(), name: 'half' } });
  await owner.db.file.create({
    data: { ...file, id: owner.newId(), name: 'whole', storedBytes: 3, state: 'complete' },
  });
  const { detail } = await openShare(visitor, linkId, nothing);
  expect(detail.files.map(({ filename }) => filename)).toEqual(['whole']);
});

test('a description speaks to each reader in the ids and addresses of that reader', async () => {
  const { owner, shareId, linkId } = await published({
    description: '{{key}} {{openKey}} {{#files}}{{url}} {{/files}}',
  });
  const ids = [owner.newId(), owner.newId()].sort();
  const [half = '', whole = ''] = ids;
  const data = { shareId, name: 'a.txt', sizeBytes: 1, mimeType: 'text/plain' };
  await owner.db.file.createMany({
    data: [
      { ...data, id: half },
      { ...data, id: whole, storedBytes: 1, state: 'complete' },
    ],
  });
  const base = owner.config.BASE_URL;
  const own = (id: string) => `${base}/api/v2/sec/share/${shareId}/file/${id} `;
  expect((await getShare(owner, { shareId })).description).toBe(
    `${shareId} ${linkId} ${own(half)}${own(whole)}`,
  );
  const { detail } = await openShare(visitor, linkId, nothing);
  expect(detail.description).toBe(`${linkId} ${linkId} ${base}/api/v2/open/share/${linkId}/file/${whole} `);
});

test('a peek shows title, number, size and lock, spends nothing, and knows dead links', async () => {
  const { owner, shareId, linkId } = await published({ description: '# Plans\nsecret', password: 'x' });
  const [id, half] = [owner.newId(), owner.newId()];
  const file = { shareId, mimeType: 'text/plain', sizeBytes: 7 };
  await owner.db.file.createMany({
    data: [
      { ...file, id, name: 'a.txt', storedBytes: 7, state: 'complete' },
      { ...file, id: half, name: 'b.txt' },
    ],
  });
  const sender = bySender(owner);
  const asked = { asks: null, asksFirst: false, isPersonal: false, isSealed: false, manifestStart: null };
  const locked = {
    ...asked,
    title: null,
    total: null,
    until: null,
    locked: true,
    viewsLeft: 3,
    sender,
    linkId,
  };
  expect(await peekShare(visitor, linkId, null)).toEqual(locked);
  await setShareField(owner, shareId, { password: null });
  const known = {
    title: 'Plans',
    total: { files: 1, size: 7, kinds: expect.any(Object) },
    until: expect.any(Number),
  };
  expect(await peekShare(visitor, linkId, null)).toEqual({
    ...locked,
    ...known,
    locked: false,
    asksFirst: true,
  });
  expect(await viewsOf(owner, shareId)).toBe(0);
  expect(await peekShare(visitor, 'nope', null)).toBe('gone');
});

test('a peek says how few views are left, where a person is to be asked before one is spent', async () => {
  const { owner, shareId, linkId } = await published({ maxViews: 4, name: 'Plans' });
  const peeks = [];
  for (let n = 0; n < 5; n++) {
    peeks.push(await peekShare(visitor, linkId, null));
    if (n < 4) await openShare(visitor, linkId, nothing);
  }
  const sender = bySender(owner);
  const known = { title: 'Plans', locked: false, sender, asks: null, linkId };
  const alive = (viewsLeft: number | null) => ({ ...known, viewsLeft, asksFirst: viewsLeft !== null });
  expect(peeks).toMatchObject([alive(null), alive(3), alive(2), alive(1), 'used-up']);
  await setShareField(owner, shareId, { maxViews: 5 });
  expect(await peekShare(visitor, linkId, null)).toMatchObject(alive(1));
});

test('a peek knows what ended a link: expired and used up say so, all else is gone', async () => {
  const { owner, shareId, linkId } = await published({ validityMs: 60_000 });
  const late = at(61_000);
  expect(await peekShare(late, linkId, null)).toBe('expired');
  await expect(openShare(late, linkId, nothing)).rejects.toMatchObject(dead);
  await owner.db.account.update({ where: { id: owner.viewer.id }, data: { state: 'Disabled' } });
  expect(await peekShare(late, linkId, null)).toBe('gone');
  await owner.db.account.update({ where: { id: owner.viewer.id }, data: { state: 'Active' } });
  await unpublishShare(owner, { shareId });
  expect(await peekShare(late, linkId, null)).toBe('gone');
  expect(await peekShare(visitor, linkId, null)).toBe('gone');
});

test('a used-up link is as dead to a stranger as an unknown one, and open to its running visits', async () => {
  const { owner, shareId, linkId } = await published({ maxViews: 1, name: 'Last one', password: 'x' });
  const { visitCookie } = await visit(linkId, { ...nothing, password: 'x' });
  expect(await peekShare(visitor, linkId, null)).toBe('used-up');
  expect(await peekShare(visitor, linkId, `${visitCookie}x`)).toBe('used-up');
  expect(await peekShare(visitor, linkId, visitCookie)).toMatchObject({
    title: 'Last one',
    locked: true,
    viewsLeft: null,
    sender: bySender(owner),
    asks: null,
    linkId,
  });

  expect(await revisitShare(visitor, linkId, visitCookie)).toMatchObject({ id: linkId, name: 'Last one' });
  expect(await viewsOf(owner, shareId)).toBe(1);
  await setShareField(owner, shareId, { password: 'changed' });
  expect(await peekShare(visitor, linkId, visitCookie)).toBe('used-up');
});

test('going on with a visit never begins one', async () => {
  const { owner, shareId, linkId } = await published();
  expect(await revisitShare(visitor, linkId, null)).toBeNull();
  expect(await revisitShare(visitor, 'nope', null)).toBeNull();
  const other = await published();
  expect(await revisitShare(visitor, linkId, (await visit(other.linkId)).visitCookie)).toBeNull();
  expect(await viewsOf(owner, shareId)).toBe(0);
});
