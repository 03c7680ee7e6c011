import { expect, test } from 'vitest';
import type { OverseenShareQuery } from '@/lib/contract/admin/oversight';
import { setOnlyRecipients } from '@/lib/server/services/recipient/recipients';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { blockAlias } from './block-alias';
import { blockShare } from './block-share';
import { overseeAliases } from './list-aliases';
import { overseeShares } from './list-shares';

const admin = await userContext({ admin: true });
const first = { page: 1, pageSize: 100 };
const list = (query: Partial<OverseenShareQuery>) =>
  overseeShares(admin, { q: '', sort: 'created', ...first, ...query });
const titles = async (query: Partial<OverseenShareQuery>) =>
  (await list(query)).items.map(({ title }) => title);

async function ownerOfThree() {
  const owner = await userContext();
  const mark = owner.newId();
  const [open, locked, plain] = [
    await draftShare(owner, { name: `Open ${mark}` }),
    await draftShare(owner, { name: `Locked ${mark}` }),
    await draftShare(owner, { name: `Plain ${mark}`, description: `note-${mark}` }),
  ];
  await setShareField(owner, locked.id, { password: 'secret' });
  const file = { name: `file-${mark}`, sizeBytes: 7, mimeType: 'text/plain' };
  await owner.db.file.create({ data: { ...file, id: owner.newId(), shareId: plain.id } });
  const { id: linkId } = await publishShare(owner, { shareId: open.id, reuseId: true });
  return { owner, mark, open, locked, plain, linkId };
}

test('names whose a share is, its title, size and number of files, and nothing of its files, note or link', async () => {
  const { owner, mark, plain, linkId } = await ownerOfThree();
  const { items, total } = await list({ owner: owner.viewer.login });
  expect(total).toBe(3);
  expect(items.find(({ id }) => id === plain.id)).toMatchObject({
    owner: { id: owner.viewer.id, login: owner.viewer.login },
    title: `Plain ${mark}`,
    size: 7,
    files: 1,
    state: 'private',
    ends: null,
    alias: null,
    blocked: null,
  });
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`file-${mark}|note-${mark}|${linkId}`));
});

test('a locked share has no title here, and words of its title don’t find it; notes and files aren’t searched', async () => {
  const { owner, mark } = await ownerOfThree();
  expect(await titles({ owner: owner.viewer.id })).toContain(null);
  expect((await titles({ q: mark })).sort()).toEqual([`Open ${mark}`, `Plain ${mark}`]);
  for (const q of [`Locked ${mark}`, `file-${mark}`, `note-${mark}`]) expect(await titles({ q })).toEqual([]);
});

test('a share is read by its id, whatever others are called', async () => {
  const { owner, open } = await ownerOfThree();
  await draftShare(owner, { name: open.id });
  expect((await list({ q: open.id })).total).toBe(2);
  const { items, total } = await list({ id: open.id });
  expect([items.map(({ id }) => id), total]).toEqual([[open.id], 1]);
  expect((await list({ id: owner.newId() })).total).toBe(0);
});

test('a pasted link, an id and a login find what they lead to', async () => {
  const { owner, mark, open, linkId } = await ownerOfThree();
  const id = owner.newId();
  const recipient = {
    shareId: open.id,
    address: 'a@b.c',
    key: 'a@b.c',
    language: 'en',
    linkId: owner.newId(),
  };
  await owner.db.recipient.create({ data: { ...recipient, id } });
  for (const q of [
    `https://files.example.org/app/open/${linkId}?view=2`,
    `https://files.example.org/app/open/${recipient.linkId}`,
    open.id,
  ])
    expect(await titles({ q })).toEqual([`Open ${mark}`]);
  expect(await titles({ q: owner.viewer.login })).toHaveLength(3);
  expect(await titles({ owner: 'nobody-of-this-name' })).toEqual([]);
});

test('states tell apart what is open, private and taken down', async () => {
  const { owner, mark, plain } = await ownerOfThree();
  const { id } = owner.viewer;
  await blockShare(admin, { shareId: plain.id, reason: 'Malware' });
  expect(await titles({ owner: id, state: 'live' })).toEqual([`Open ${mark}`]);
  expect(await titles({ owner: id, state: 'private' })).toEqual([null]);
  expect(await titles({ owner: id, state: 'ended' })).toEqual([]);
  const { items } = await list({ owner: id, state: 'blocked' });
  expect(items).toMatchObject([{ blocked: { by: admin.viewer.login, reason: 'Malware' } }]);
  expect(await titles({ owner: id, sort: 'size' })).toHaveLength(3);
  expect(await titles({ owner: id, sort: 'ends' })).toEqual([`Open ${mark}`]);
  expect(await titles({ owner: id, sort: 'opened' })).toEqual([]);
});

test('aliases are listed without the id of their link, which finds them', async () => {
  const owner = await userContext();
  const alias = await ownAlias(owner, { name: `Scans ${owner.newId()}` });
  const query = { ...first, q: `https://files.example.org/app/share/${alias.id}` };
  const { items, total } = await overseeAliases(admin, query);
  expect([items, total]).toMatchObject([[{ id: alias.adminKey, name: alias.name, enabled: true }], 1]);
  expect(JSON.stringify(items)).not.toContain(alias.id);
  expect(await overseeAliases(admin, { ...first, q: '', id: alias.adminKey })).toEqual({ items, total: 1 });
  await blockAlias(admin, { adminKey: alias.adminKey, reason: 'Malware' });
  const blocked = { ...first, q: '', owner: owner.viewer.login, state: 'blocked' } as const;
  expect((await overseeAliases(admin, blocked)).items).toMatchObject([{ blocked: { reason: 'Malware' } }]);
  expect((await overseeAliases(admin, { ...blocked, state: 'on' })).total).toBe(0);
});

test('those next to end are links that are open, the soonest first; a withdrawn one ends no more', async () => {
  const { owner, open, plain, mark, locked } = await ownerOfThree();
  for (const { id: shareId } of [plain, locked]) await publishShare(owner, { shareId, reuseId: true });
  await setShareField(owner, open.id, { validity: 7_200_000 });
  await unpublishShare(owner, { shareId: locked.id });
  const ends = () => titles({ owner: owner.viewer.id, sort: 'ends' });
  expect(await ends()).toEqual([`Plain ${mark}`, `Open ${mark}`]);
});

test('a share for its recipients alone has no title here, and isn’t found by it', async () => {
  const { owner, mark, plain } = await ownerOfThree();
  await setOnlyRecipients(owner, { shareId: plain.id, only: true });
  expect(await titles({ q: mark })).toEqual([`Open ${mark}`]);
  expect((await list({ id: plain.id })).items).toMatchObject([{ title: null, locked: true }]);
});
