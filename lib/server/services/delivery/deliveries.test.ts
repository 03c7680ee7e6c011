import { expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';
import type { UserContext } from '@/lib/server/context';
import { saveForm } from '@/lib/server/services/alias/form';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import {
  draftShare,
  newAliasPass,
  noon,
  openContext,
  ownAlias,
  userContext,
} from '@/testing/service/context';
import { recordInboxDownload, selectInboxFiles } from './inbox-files';
import { markRead, setDone } from './marks';
import { getReceipt, withdrawDelivery } from './receipt';
import { getDelivery, searchDeliveries } from './search';
import { deliveryTable } from './table';

const form = {
  sender: { name: 'optional', email: 'optional', reference: 'off' },
  questions: [{ id: 'size', label: 'T-shirt size', kind: 'choice', choices: ['S', 'L'] }],
};
const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

async function inbox() {
  const [owner, member] = [await userContext(), await userContext()];
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  await saveForm(owner, { ...AliasForm.parse(form), aliasId });
  let minute = 0;
  const deliver = async (name: string | null, size: string, file = 'a.txt') => {
    const pass = { ...(await newAliasPass(owner, aliasId)), now: at(minute++) };
    const said = { sender: { name }, answers: size ? { size } : {} };
    const terms = { name: null, description: null, maxViews: 10 };
    const { id, receipt } = await createShareThroughAlias(pass, { ...terms, ...said });
    if (file) await addFile(owner, id, file);
    return { id, receipt };
  };
  const search = async (as: UserContext, query: object = {}) =>
    searchDeliveries(as, deliveries.search.query.parse({ alias: aliasId, ...query }));
  const numbers = async (query: object, as = owner) =>
    (await search(as, query)).items.map(({ number }) => number);
  return { owner, member, aliasId, deliver, search, numbers };
}

const addFile = ({ db, newId }: UserContext, shareId: string, name: string) =>
  db.file.create({
    data: {
      id: newId(),
      shareId,
      name,
      sizeBytes: 3n,
      storedBytes: 3n,
      crc32: '00000000',
      completedAt: noon,
      modifiedAt: noon,
      mimeType: 'text/plain',
      state: 'complete',
    },
  });

test('the newest comes first, with answers and totals', async () => {
  const { owner, aliasId, deliver, search } = await inbox();
  await deliver('Ada', 'S');
  await deliver(null, '', '');
  const { id } = await deliver('Grace', 'L', 'cv.pdf');
  const { items, inboxes, total } = await search(owner);
  expect(items.map(({ number, name }) => [number, name])).toEqual([
    [3, 'Grace'],
    [1, 'Ada'],
  ]);
  expect(items[0]).toMatchObject({
    id,
    alias: aliasId,
    answers: [{ label: 'T-shirt size', value: 'L' }],
    files: 1,
    size: 3,
    incomplete: 0,
    checking: 0,
    quarantined: 0,
    unread: true,
    done: false,
    isLate: false,
  });
  expect(inboxes).toMatchObject([{ id: aliasId, name: 'Inbox', deliveries: 3, size: 6 }]);
  expect(total).toEqual({ deliveries: 2, files: 2, size: 6 });
  expect((await search(owner, { page: 2, pageSize: 1 })).items.map(({ name }) => name)).toEqual(['Ada']);
});

test('one without a sender is named by its first file, one with a sender needs no file', async () => {
  const { owner, deliver, search } = await inbox();
  await deliver('Ada', 'S', 'cv.pdf');
  await deliver(null, 'L', 'plan.pdf');
  const { items } = await search(owner);
  expect(items.map(({ name, firstFile }) => [name, firstFile])).toEqual([
    [null, 'plan.pdf'],
    ['Ada', null],
  ]);
});

test('words are found in what senders said, in names of files and as a number', async () => {
  const { deliver, numbers } = await inbox();
  await deliver('Ada Lovelace', 'S', 'engine.pdf');
  await deliver('Grace', 'L', 'compiler.pdf');
  expect(await numbers({ q: 'LOVE' })).toEqual([1]);
  expect(await numbers({ q: 'compiler' })).toEqual([2]);
  expect(await numbers({ q: '2' })).toEqual([2]);
  expect(await numbers({ q: 'T-shirt' })).toEqual([]);
  expect(await numbers({ q: '%' })).toEqual([]);
});

test('new is what one has not opened; a tick is everybody’s', async () => {
  const { owner, member, deliver, numbers } = await inbox();
  const first = await deliver('Ada', 'S');
  await deliver('Grace', 'L');
  await markRead(owner, { shareId: first.id });
  expect(await numbers({ state: 'unread' })).toEqual([2]);
  expect(await numbers({ state: 'unread' }, member)).toEqual([2, 1]);
  await setDone(member, { shareId: first.id, value: true });
  expect(await numbers({ state: 'done' })).toEqual([1]);
  expect(await numbers({ state: 'open' })).toEqual([2]);
  expect(await numbers({ state: 'unread' }, member)).toEqual([2]);
  expect((await getDelivery(owner, { shareId: first.id })).delivery).toMatchObject({ done: true });
  await setDone(owner, { shareId: first.id, value: false });
  expect(await numbers({ state: 'done' }, member)).toEqual([]);
});

test('without an alias, deliveries of all inboxes that the caller owns or belongs to are listed', async () => {
  const [first, second] = [await inbox(), await inbox()];
  await first.deliver('Ada', 'S');
  const { member } = first;
  expect((await first.search(member, { alias: undefined })).items).toMatchObject([{ name: 'Ada' }]);
  const { id: own } = await ownAlias(member, { name: 'Another' });
  const pass = { ...(await newAliasPass(member, own)), now: at(5) };
  await createShareThroughAlias(pass, { name: null, description: '# Hello', maxViews: 1 });
  const all = await first.search(member, { alias: undefined });
  expect(all.items).toMatchObject([{ title: 'Hello', alias: own }, { alias: first.aliasId }]);
  expect(all.inboxes.map(({ name }) => name)).toEqual(['Another', 'Inbox']);
  expect((await second.search(second.owner, { alias: undefined })).items).toEqual([]);
});

test('they are the owner’s and the members’ alone, and only what came in can be ticked off', async () => {
  const { owner, aliasId, deliver, search } = await inbox();
  const { id: shareId } = await deliver('Ada', 'S');
  const other = await userContext();
  await expect(search(other)).rejects.toThrow('alias.notFound');
  await expect(deliveryTable(other, aliasId)).rejects.toThrow('alias.notFound');
  await expect(selectInboxFiles(other, aliasId)).rejects.toThrow('alias.notFound');
  await expect(setDone(other, { shareId, value: true })).rejects.toThrow('share.notFound');
  const own = await draftShare(owner);
  await expect(setDone(owner, { shareId: own.id, value: true })).rejects.toThrow('share.notFound');
});

test('an imported delivery has no number, is listed, and can be marked as done', async () => {
  const { owner, aliasId, search } = await inbox();
  const imported = await draftShare(owner, { name: null, description: '# Imported' });
  await owner.db.share.update({ where: { id: imported.id }, data: { aliasId } });
  expect((await search(owner)).items).toMatchObject([{ number: 0, title: 'Imported', done: false }]);
  await setDone(owner, { shareId: imported.id, value: true });
  expect((await search(owner)).items).toMatchObject([{ number: 0, done: true }]);
});

test('a table has what was asked before as well, the oldest first', async () => {
  const { owner, aliasId, deliver } = await inbox();
  await deliver('Ada', 'S');
  await saveForm(owner, {
    ...AliasForm.parse({ ...form, questions: [{ id: 'diet', label: 'Diet', kind: 'text' }] }),
    aliasId,
  });
  await deliver('Grace', '');
  const { questions, lines, aliasName } = await deliveryTable(owner, aliasId);
  const all = [];
  for await (const some of lines) all.push(...some);
  expect([aliasName, questions]).toEqual(['Inbox', ['Diet', 'T-shirt size']]);
  expect(all).toMatchObject([
    {
      number: 1,
      name: 'Ada',
      answers: [{ value: '' }, { value: 'S' }],
      files: 1,
      sizeBytes: 3,
      isDone: false,
      at: at(0),
    },
    { number: 2, name: 'Grace', answers: [{ value: '' }, { value: '' }] },
  ]);
});

test('all files are in folders by sender and date, and who takes them has opened each', async () => {
  const { owner, member, aliasId, deliver, numbers } = await inbox();
  const { receipt } = await deliver('Ada/../Lovelace', 'S');
  await deliver(null, 'L', 'b.txt');
  const { selection, shareIds } = await selectInboxFiles(member, aliasId);
  expect(selection.name).toBe('Inbox');
  expect(selection.files.map(({ path, name }) => `${path}/${name}`)).toEqual([
    'Ada_.._Lovelace/2026-03-01 #1/a.txt',
    '2026-03-01 #2/b.txt',
  ]);
  await recordInboxDownload(member, { aliasId, shareIds });
  expect(await numbers({ state: 'unread' }, member)).toEqual([]);
  expect(await numbers({ state: 'unread' }, owner)).toEqual([2, 1]);
  const sender = openContext({ now: at(5) });
  expect((await getReceipt(sender, { token: receipt })).changesUntil).toBeNull();
  await expect(withdrawDelivery(sender, { token: receipt })).rejects.toThrow('receipt.seen');
});

test('a number is found as it is written, also with its #', async () => {
  const { deliver, numbers } = await inbox();
  for (const name of ['Ada', 'Grace']) await deliver(name, '');
  expect([await numbers({ q: '2' }), await numbers({ q: '#2' }), await numbers({ q: '#3' })]).toEqual([
    [2],
    [2],
    [],
  ]);
});

test('a list says how many files are on their way, being checked and in quarantine', async () => {
  const { owner, deliver, search } = await inbox();
  const { id: shareId } = await deliver('Ada', 'S');
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) await addFile(owner, shareId, name);
  const turn = (names: string[], data: object) =>
    owner.db.file.updateMany({ where: { shareId, name: { in: names } }, data });
  await turn(['b'], { state: 'incoming', completedAt: null, crc32: null });
  await turn(['c', 'd'], { scan: 'pending' });
  await turn(['e', 'f', 'g'], { scan: 'infected' });
  expect((await search(owner)).items).toMatchObject([{ incomplete: 1, checking: 2, quarantined: 3 }]);
});
