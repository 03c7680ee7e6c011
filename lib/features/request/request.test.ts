import { afterAll, beforeAll, expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { fingerprintOf } from '@/lib/domain/sealed/fingerprint';
import type { UserContext } from '@/lib/server/context';
import { saveForm } from '@/lib/server/services/alias/form';
import { modifyAlias, removeAlias } from '@/lib/server/services/alias/save';
import { searchDeliveries } from '@/lib/server/services/delivery/search';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { removeShare } from '@/lib/server/services/share/remove';
import { later, openContext, userContext } from '@/testing/service/context';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { askPeople, newRound, passFor, sendFile, slotOf, tokenOf } from '@/testing/service/requests';
import { sealInbox, someSealedKey } from '@/testing/service/sealed';
import { getBoard } from './board';
import { decideCell } from './decide';
import { stopReminders } from './entry';
import { attachExample, getExample } from './example';
import { stopToken } from './link';
import { requestsOf } from './own-data';
import { addPeople, getRequestLink, withdrawRequest } from './people';
import { beginSlot, lookAtRequest, noteSaved } from './person';
import { askAgain, changeRound, createRound, listRounds, removeRound } from './rounds';
import { settleRequests } from './settle';

let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const ada = { name: 'Ada', address: 'ada@example.org' };
const bob = { name: 'Bob', address: 'bob@example.org' };

async function asked(options: Parameters<typeof newRound>[1] = {}) {
  const [owner, member, other, admin] = await Promise.all([
    userContext({ db: own.db }),
    userContext({ db: own.db }),
    userContext({ db: own.db }),
    userContext({ db: own.db, admin: true }),
  ]);
  const made = await newRound(owner, { members: [member.viewer.id], ...options });
  const { aliasId, round } = made;
  const [request = '', second = ''] = await askPeople(owner, made, [ada, bob]);
  const token = await tokenOf(owner, { aliasId, request });
  const visitor = openContext({ db: own.db });
  const board = (as: UserContext = owner, over: object = {}) =>
    getBoard(as, { aliasId, round, q: '', page: 1, pageSize: 100, ...over });
  const decide = (as: UserContext, over: object = {}) =>
    decideCell(as, {
      aliasId,
      request,
      slot: made.slots[0] ?? '',
      decision: 'accepted',
      reason: '',
      version: 0,
      ...over,
    });
  const send = (slot = 0, over: object = {}) =>
    sendFile(visitor, { token, slot: made.slots[slot] ?? '', ...over });
  return { owner, member, other, admin, ...made, request, second, token, visitor, board, decide, send };
}

const states = async (of: Awaited<ReturnType<typeof asked>>) =>
  (await lookAtRequest(of.visitor, of)).slots.map(({ state }) => state);

test('a person sends in two sittings, is asked again, sends again, is accepted, and all is there', async () => {
  const of = await asked();
  const { owner, visitor, token, board, decide, send, slots } = of;
  expect(await states(of)).toEqual(['missing', 'missing']);
  const first = await send(0);
  expect((await noteSaved(visitor, { token })).slots.map(({ state }) => state)).toEqual([
    'received',
    'missing',
  ]);
  await decide(owner, { decision: 'again', reason: 'It is cut off.' });
  const again = await lookAtRequest(visitor, { token });
  expect(again.slots[0]).toMatchObject({ state: 'again', reason: 'It is cut off.', files: [] });
  const later = await send(0, { name: 'better.pdf' });
  expect(later.share).not.toBe(first.share);
  await send(1);
  const done = await noteSaved(visitor, { token });
  expect(done).toMatchObject({
    complete: true,
    from: owner.viewer.login,
    title: 'Papers',
    messages: ['Please'],
  });
  await decide(owner, { version: 1 });
  expect(await states(of)).toEqual(['accepted', 'received']);
  const { items, round } = await board();
  expect(items.map(({ name, cells }) => [name, cells.length])).toEqual([
    ['Ada', 2],
    ['Bob', 0],
  ]);
  expect(items[0]?.cells.find(({ slot }) => slot === slots[0])).toMatchObject({
    state: 'accepted',
    files: 1,
    version: 2,
  });
  expect(round).toMatchObject({ people: 2, complete: 1, late: 0 });
  expect(items.map(({ next }) => next === null)).toEqual([true, false]);
});

test('a file sent for a request is a delivery of the inbox that names person and slot', async () => {
  const { owner, aliasId, send } = await asked();
  await send(1);
  const { items } = await searchDeliveries(owner, { alias: aliasId, q: '', page: 1, pageSize: 10 });
  expect(items).toMatchObject([{ name: 'Ada', email: 'ada@example.org', reference: 'Payslip', files: 1 }]);
});

test('a person sees the profile of who asks, unless the inbox names somebody else or the owner hides the name', async () => {
  const { owner, aliasId, visitor, token } = await asked();
  const sender = async () => (await lookAtRequest(visitor, { token })).sender;
  const where = { id: owner.viewer.id };
  expect(await sender()).toBeNull();
  await own.db.account.update({ where, data: { displayName: 'Dr. Weber', senderLine: 'Hamburg' } });
  expect(await sender()).toMatchObject({ name: 'Dr. Weber', line: 'Hamburg', picture: null });
  await own.db.account.update({ where, data: { showName: false } });
  expect(await sender()).toBeNull();
  await own.db.account.update({ where, data: { showName: true } });
  await own.db.aliasForm.create({ data: { aliasId, recipient: 'Weber & Partner' } });
  expect(await lookAtRequest(visitor, { token })).toMatchObject({ from: 'Weber & Partner', sender: null });
});

test('two devices that begin at once fill one delivery', async () => {
  const { visitor, token, slots } = await asked();
  const begin = () => beginSlot(visitor, { token, slot: slots[0] ?? '' });
  const shares = await Promise.all([begin(), begin(), begin()]);
  expect(new Set(shares.map(({ share }) => share)).size).toBe(1);
});

test('a link opens its own request alone, and its slots take nothing elsewhere', async () => {
  const of = await asked();
  const { owner, aliasId, second, send, visitor, slots, token } = of;
  const theirs = await tokenOf(owner, { aliasId, request: second });
  const { share } = await send(0);
  await expect(sendFile(visitor, { token: theirs, slot: slots[0] ?? '', into: share })).rejects.toMatchObject(
    { code: 'share.notFound' },
  );
  await expect(sendFile(visitor, { token, slot: slots[1] ?? '', into: share })).rejects.toMatchObject({
    code: 'share.notFound',
  });
  const pass = await passFor(visitor, token, slots[0] ?? '');
  await expect(createShareThroughAlias(pass, { maxViews: 1 })).rejects.toMatchObject({
    code: 'alias.notUsable',
  });
  for (const guess of ['', 'x', token.slice(1), `${token}0`, owner.newId()])
    await expect(lookAtRequest(visitor, { token: guess }), guess).rejects.toMatchObject({
      code: 'asked.over',
    });
  for (const given of [token, `${token}.`, `${token}.x`, `x.${slots[0]}`])
    await expect(
      passFor(visitor, given.split('.')[0] ?? '', given.split('.')[1] ?? ''),
    ).rejects.toMatchObject({ code: 'alias.notUsable' });
});

test('a slot takes its kinds and number of files alone', async () => {
  const { send } = await asked({
    slots: [slotOf('Photo', { groups: ['pictures'] }), slotOf('One', { maxFiles: 1 })],
  });
  await expect(send(0, { name: 'a.pdf' })).rejects.toMatchObject({ code: 'delivery.fileType' });
  await send(1);
  await expect(send(1)).rejects.toMatchObject({ code: 'delivery.tooManyFiles' });
});

const form = { slot: 1, name: '../Form.pdf', data: Buffer.from('%PDF').toString('base64') };

test('an example is had by the link, is no delivery, goes along to the next round, and ends with its own', async () => {
  const of = await asked();
  const { owner, aliasId, round, token, slots, visitor, second } = of;
  const [slot = '', other = ''] = slots;
  await attachExample(owner, { aliasId, round, ...form });
  expect((await lookAtRequest(visitor, of)).slots.map(({ exampleFile }) => exampleFile)).toEqual([
    'Form.pdf',
    null,
  ]);
  expect(await getExample(visitor, { token, slot })).toEqual({ name: 'Form.pdf', data: form.data });
  const elsewhere = await asked();
  for (const [given, of] of [
    [token, other],
    [elsewhere.token, slot],
    ['guessed', slot],
  ] as const)
    await expect(getExample(visitor, { token: given, slot: of })).rejects.toMatchObject({
      code: 'asked.over',
    });
  const { total } = await searchDeliveries(owner, { alias: aliasId, q: '', page: 1, pageSize: 10 });
  expect(total.deliveries).toBe(0);
  await attachExample(owner, { aliasId, round, ...form, name: 'Newer.pdf' });
  await askAgain(owner, { aliasId, round, due: '2026-05-01' });
  await withdrawRequest(owner, { aliasId, request: second, files: true });
  const kept = () =>
    own.db.slotExample.findMany({ where: { slot: { round: { aliasId } } }, select: { name: true } });
  expect(await kept()).toEqual([{ name: 'Newer.pdf' }, { name: 'Newer.pdf' }]);
  await removeRound(owner, { aliasId, round });
  expect(await kept()).toHaveLength(1);
});

test('an example is refused by the virus scan, and beyond the room of all', async () => {
  const { owner, aliasId, round } = await asked();
  const CLAMD = { host: '127.0.0.1', port: 9 };
  const scanned = { ...owner, config: { ...owner.config, CLAMD, SCAN: 'all' } } as UserContext;
  await expect(attachExample(scanned, { aliasId, round, ...form })).rejects.toMatchObject({
    code: 'round.exampleUnchecked',
  });
  await expect(attachExample(owner, { aliasId, round, ...form, slot: 3 })).rejects.toMatchObject({
    code: 'round.notFound',
  });
  const bytes = Buffer.alloc(50 * 1024 ** 2);
  const [first, second] = await own.db.requestSlot.findMany({ where: { roundId: round } });
  for (const { id: slotId } of [first, second].flatMap((slot) => slot ?? []))
    await own.db.slotExample.create({ data: { slotId, name: 'large', bytes } });
  await attachExample(owner, { aliasId, round, ...form });
  const next = await newRound(owner, { aliasId });
  const large = { ...form, data: Buffer.alloc(51 * 1024 ** 2).toString('base64') };
  await expect(attachExample(owner, { ...next, ...large })).rejects.toMatchObject({
    code: 'round.examplesFull',
  });
});

test('owner and members see the board and decide; the owner alone asks; nobody else', async () => {
  const { owner, member, other, admin, aliasId, round, request, board, decide } = await asked();
  const own = { aliasId, round };
  const fields = { name: 'x', message: '', due: '2026-04-01', repeat: null };
  const asking: [string, (ctx: UserContext) => Promise<unknown>][] = [
    ['create', (ctx) => createRound(ctx, { aliasId, ...fields, slots: [slotOf('x')] })],
    ['change', (ctx) => changeRound(ctx, { ...own, ...fields })],
    ['again', (ctx) => askAgain(ctx, { ...own, due: '2026-04-01' })],
    ['people', (ctx) => addPeople(ctx, { ...own, people: [], table: 'Eve;eve@example.org' })],
    ['example', (ctx) => attachExample(ctx, { ...own, ...form })],
    ['link', (ctx) => getRequestLink(ctx, { aliasId, request })],
    ['withdraw', (ctx) => withdrawRequest(ctx, { aliasId, request, files: true })],
    ['remove', (ctx) => removeRound(ctx, own)],
  ];
  const seeing: typeof asking = [
    ['list', (ctx) => listRounds(ctx, { aliasId, q: '', page: 1, pageSize: 10 })],
    ['board', board],
    ['decide', decide],
  ];
  for (const [name, call] of [...seeing, ...asking])
    for (const ctx of [other, admin])
      await expect(call(ctx), name).rejects.toMatchObject({ code: 'alias.notFound' });
  for (const [name, call] of asking)
    await expect(call(member), name).rejects.toMatchObject({ code: 'alias.notOwner' });
  for (const [, call] of seeing) await call(member);
  await removeMembers(owner, aliasId);
  for (const [name, call] of seeing)
    await expect(call(member), name).rejects.toMatchObject({ code: 'alias.notFound' });
});

const removeMembers = ({ db }: UserContext, aliasId: string) =>
  db.aliasMember.deleteMany({ where: { aliasId } });

test('IDs of another inbox are none here', async () => {
  const { owner, aliasId } = await asked();
  const elsewhere = await asked();
  const strange = { aliasId, round: elsewhere.round };
  await expect(getBoard(owner, { ...strange, q: '', page: 1, pageSize: 1 })).rejects.toMatchObject({
    code: 'round.notFound',
  });
  await expect(removeRound(owner, strange)).rejects.toMatchObject({ code: 'round.notFound' });
  const { request } = elsewhere;
  await expect(getRequestLink(owner, { aliasId, request })).rejects.toMatchObject({ code: 'round.notFound' });
  await expect(withdrawRequest(owner, { aliasId, request, files: true })).rejects.toMatchObject({
    code: 'round.notFound',
  });
});

test('of two people who decide at once, the second reads what the first decided', async () => {
  const { owner, member, decide, send } = await asked();
  await send(0);
  const outcomes = await Promise.allSettled([
    decide(owner),
    decide(member, { decision: 'again', reason: 'no' }),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ code: 'request.changed', answer: { now: { version: 1 } } });
});

test('a file waiting for its scan isn’t received yet, and an infected one is missing again, even if accepted', async () => {
  const of = await asked();
  const { owner, decide, send } = of;
  const { id } = await send(0, { scan: 'pending' });
  await settleRequests(owner, own.db, null);
  expect(await states(of)).toEqual(['missing', 'missing']);
  await own.db.file.update({ where: { id }, data: { scan: 'clean' } });
  await settleRequests(owner, own.db, null);
  await decide(owner);
  expect(await states(of)).toEqual(['accepted', 'missing']);
  await own.db.file.update({ where: { id }, data: { scan: 'infected' } });
  await settleRequests(owner, own.db, null);
  expect(await states(of)).toEqual(['missing', 'missing']);
});

test('a file of somebody else that waits for its scan holds up no request', async () => {
  await (await asked()).send(0, { scan: 'pending' });
  const of = await asked();
  await of.send(0);
  await noteSaved(of.visitor, of);
  expect(await states(of)).toEqual(['received', 'missing']);
});

test('a delivery that its owner deletes is missing again; an accepted one isn’t asked for twice', async () => {
  const of = await asked();
  const { owner, decide, send } = of;
  const [first, second] = [await send(0), await send(1)];
  await settleRequests(owner, own.db, null);
  await decide(owner);
  for (const { share: shareId } of [first, second]) await removeShare(owner, { shareId });
  await settleRequests(owner, own.db, null);
  expect(await states(of)).toEqual(['accepted', 'missing']);
  await expect(send(0)).rejects.toMatchObject({ code: 'asked.accepted' });
});

test('withdrawing ends the link; with what came, nothing here names the person', async () => {
  const { owner, aliasId, request, token, visitor, decide, send } = await asked();
  await send(0);
  await decide(owner, { decision: 'again', reason: 'no' });
  await send(0);
  await withdrawRequest(owner, { aliasId, request, files: true });
  await expect(lookAtRequest(visitor, { token })).rejects.toMatchObject({ code: 'asked.over' });
  const of = { contains: 'ada@example.org' };
  expect(await own.db.fileRequest.count({ where: { round: { aliasId }, address: of } })).toBe(0);
  expect(await own.db.delivery.count({ where: { share: { aliasId } } })).toBe(0);
});

test.each([
  [
    'turned off',
    ({ aliasId }: { aliasId: string }) =>
      own.db.alias.update({ where: { id: aliasId }, data: { enabled: false } }),
  ],
  [
    'left by its owner',
    ({ owner }: { owner: UserContext }) =>
      own.db.account.update({ where: { id: owner.viewer.id }, data: { state: 'Disabled' } }),
  ],
  [
    'taken down',
    ({ admin, aliasId }: { admin: UserContext; aliasId: string }) =>
      own.db.alias.update({ where: { id: aliasId }, data: { blockedAt: admin.now } }),
  ],
  [
    'deleted',
    ({ owner, aliasId }: { owner: UserContext; aliasId: string }) => removeAlias(owner, { aliasId }),
  ],
])('an inbox that is %s asks nobody and takes nothing', async (_, end) => {
  const of = await asked();
  const { token, visitor, slots, send } = of;
  await send(0);
  await end(of as never);
  await expect(lookAtRequest(visitor, { token })).rejects.toMatchObject({ code: 'asked.over' });
  await expect(passFor(visitor, token, slots[0] ?? '')).rejects.toMatchObject({ code: 'alias.notUsable' });
});

test('an inbox that is closed says so and takes nothing; one with another ID takes its requests along', async () => {
  const { owner, aliasId, token, visitor, slots } = await asked();
  await saveForm(owner, { ...AliasForm.parse({ closesAt: owner.now.getTime() - 2 * 3_600_000 }), aliasId });
  expect(await lookAtRequest(visitor, { token })).toMatchObject({ closed: true });
  await expect(beginSlot(visitor, { token, slot: slots[0] ?? '' })).rejects.toMatchObject({
    code: 'alias.closed',
  });
  await saveForm(owner, { ...AliasForm.parse({}), aliasId });
  const id = `renamed-${aliasId}`;
  await modifyAlias(owner, { aliasId, id, name: 'Inbox', validity: 60_000, enabled: true, members: [] });
  await sendFile(visitor, { token, slot: slots[0] ?? '' });
  expect((await listRounds(owner, { aliasId: id, q: '', page: 1, pageSize: 10 })).total).toBe(1);
});

test('a sealed inbox takes sealed files alone, and its key is told', async () => {
  const { owner, aliasId, request, token, visitor, slots } = await asked();
  await sealInbox(owner, aliasId);
  const slot = slots[0] ?? '';
  expect((await lookAtRequest(visitor, { token })).seal?.publicKey).toMatch(/^[\w+/]{43}=$/);
  await expect(beginSlot(visitor, { token, slot })).rejects.toMatchObject({ code: 'alias.sealedOnly' });
  const { publicKey } = (await lookAtRequest(visitor, { token })).seal ?? { publicKey: '' };
  const { link } = await getRequestLink(owner, { aliasId, request });
  expect(link.endsWith(`#${token}&pk=${await fingerprintOf(publicKey)}`)).toBe(true);
  const { share } = await beginSlot(visitor, { token, slot, sealedKey: someSealedKey() });
  expect(await own.db.share.findUnique({ where: { id: share } })).toMatchObject({ e2ee: 'v1' });
});

test('two sealed sittings that begin at once have a delivery each, which their own keys open', async () => {
  const { owner, aliasId, token, slots, visitor, request } = await asked();
  await sealInbox(owner, aliasId);
  const keys = [someSealedKey(), someSealedKey(), someSealedKey()];
  const begun = await Promise.all(
    keys.map((sealedKey) => beginSlot(visitor, { token, slot: slots[0] ?? '', sealedKey })),
  );
  const kept = await own.db.sealedManifest.findMany({
    where: { shareId: { in: begun.map(({ share }) => share) } },
  });
  const keyOf = (share: string) => kept.find(({ shareId }) => shareId === share)?.sealedKey ?? [];
  expect(begun.map(({ share }) => Buffer.from(keyOf(share)).toString('base64'))).toEqual(keys);
  const cell = await own.db.requestCell.findFirstOrThrow({ where: { requestId: request } });
  expect([...cell.earlier, cell.shareId].sort()).toEqual(begun.map(({ share }) => share).sort());
});

test('a sealed sitting that asks again has its delivery once more, and after a refusal another one', async () => {
  const { owner, aliasId, token, slots, visitor, request, decide } = await asked();
  await sealInbox(owner, aliasId);
  const [mine, other] = [someSealedKey(), someSealedKey()];
  const begin = async (sealedKey: string) =>
    (await beginSlot(visitor, { token, slot: slots[0] ?? '', sealedKey })).share;
  const [first, second] = [await begin(mine), await begin(other)];
  expect(await begin(mine)).toBe(first);
  const cell = await own.db.requestCell.findFirstOrThrow({ where: { requestId: request } });
  expect(cell).toMatchObject({ shareId: first, earlier: [second] });
  await decide(owner, { decision: 'again', reason: 'It is cut off.' });
  expect([first, second]).not.toContain(await begin(mine));
});

test('people are asked all or none, and what is wrong is named', async () => {
  const { owner, aliasId, round } = await asked();
  const table = 'Name;Mail;Due\nCleo;cleo@example.org;2020-01-01\nAda;ADA@example.org;\nDan;dan at home;';
  await expect(addPeople(owner, { aliasId, round, people: [], table })).rejects.toMatchObject({
    code: 'round.wrongPeople',
    answer: {
      wrong: [
        { row: 2, field: 'due', reason: 'inThePast' },
        { row: 3, field: 'address', reason: 'twice' },
        { row: 4, field: 'address', reason: 'notAnEmail' },
      ],
    },
  });
  expect(await own.db.fileRequest.count({ where: { roundId: round } })).toBe(2);
});

test('an address is asked ten times a day at most, by all inboxes together', async () => {
  const eve = [{ name: 'Eve', address: 'eve@example.com' }];
  for (let n = 0; n < 10; n++) await askEve(eve);
  await expect(askEve(eve)).rejects.toMatchObject({
    answer: { wrong: [{ row: 1, field: 'address', reason: 'tooManyMails' }] },
  });
});

async function askEve(people: { name: string; address: string }[]) {
  const owner = await userContext({ db: own.db });
  const limited = { ...owner, config: { ...owner.config, RATE_LIMITS: true } };
  return addPeople(limited, { ...(await newRound(owner)), people, table: '' });
}

test('the next round has slots and people, and none of their files', async () => {
  const of = await asked();
  const { owner, aliasId, round, send } = of;
  await send(0);
  const { id } = await askAgain(owner, { aliasId, round, due: '2026-04-22' });
  const next = await getBoard(owner, { aliasId, round: id, q: '', page: 1, pageSize: 10 });
  expect(next.round.slots.map(({ name }) => name)).toEqual(['ID card', 'Payslip']);
  expect(next.items.map(({ name, due, cells }) => [name, due, cells])).toEqual([
    ['Ada', '2026-04-22', []],
    ['Bob', '2026-04-22', []],
  ]);
});

test('filters find who is late, open or complete, and names', async () => {
  const { owner, board, send } = await asked({ slots: [slotOf('One')] });
  await send(0);
  await settleRequests(owner, own.db, null);
  const names = async (over: object, as = owner) => (await board(as, over)).items.map(({ name }) => name);
  expect(await names({ state: 'complete' })).toEqual(['Ada']);
  expect(await names({ state: 'open' })).toEqual(['Bob']);
  expect(await names({ state: 'late' })).toEqual([]);
  expect(await names({ state: 'late' }, later(owner, 30 * 24 * 3600))).toEqual(['Bob']);
  expect(await names({ q: 'BOB@' })).toEqual(['Bob']);
  expect((await board(owner, { q: 'BOB@' })).total).toBe(1);
  for (const q of ['%', '_', 'A_a']) expect(await names({ q }), q).toEqual([]);
});

test('own data has the requests of its inboxes with what they ask for, without secrets', async () => {
  const { owner, other, token, aliasId, round } = await asked();
  const example = { name: 'as.pdf', data: Buffer.from('like this').toString('base64') };
  await attachExample(owner, { aliasId, round, slot: 2, ...example });
  const rowsOf = async (list: keyof ReturnType<typeof requestsOf>, as = owner) => {
    const rows: unknown[] = [];
    for await (const row of requestsOf(as)[list]) rows.push(row);
    return rows;
  };
  const people = await rowsOf('requests');
  expect(people).toHaveLength(2);
  expect(JSON.stringify(people)).not.toContain(token);
  const slots = await rowsOf('request-slots');
  expect(slots).toHaveLength(2);
  expect(slots).toContainEqual(
    expect.objectContaining({
      name: 'Payslip',
      round: expect.objectContaining({ name: 'Papers' }),
      exampleFile: { name: 'as.pdf', bytes: new Uint8Array(Buffer.from('like this')) },
    }),
  );
  expect(await rowsOf('request-slots', other)).toEqual([]);
});

test('each filter counts whom it lists, and only who has not sent all is late', async () => {
  const { owner, board, send } = await asked({ slots: [slotOf('One')] });
  await send(0);
  await settleRequests(owner, own.db, null);
  const month = later(owner, 30 * 24 * 3600);
  for (const state of [undefined, 'complete', 'open', 'late'] as const) {
    const { items, total } = await board(month, { state });
    expect([state, total]).toEqual([state, items.length]);
  }
  expect((await board(month)).items.map(({ name, late }) => [name, late])).toEqual([
    ['Ada', false],
    ['Bob', true],
  ]);
});

test('what was accepted takes no more files, also by a page that is still open', async () => {
  const { owner, visitor, token, slots, send, decide } = await asked();
  await send(0);
  await decide(owner);
  await expect(passFor(visitor, token, slots[0] ?? '')).rejects.toMatchObject({ code: 'alias.notUsable' });
  await expect(send(0)).rejects.toMatchObject({ code: 'asked.accepted' });
  await send(1);
});

test('who ends reminders twice has ended them the first time', async () => {
  const { owner, visitor, request } = await asked();
  const end = (as: typeof visitor) => stopReminders(as, { token: stopToken(owner, request) });
  const stoppedAt = async () => (await own.db.fileRequest.findUnique({ where: { id: request } }))?.stoppedAt;
  await end(visitor);
  await end({ ...visitor, now: new Date(visitor.now.getTime() + 60_000) });
  expect(await stoppedAt()).toEqual(visitor.now);
});

test('accepting ticks the delivery off, and asking again leaves it open', async () => {
  const { owner, send, decide } = await asked();
  const [first, second] = [await send(0), await send(1)];
  const isDone = async ({ share }: { share: string }) =>
    (await own.db.delivery.findUnique({ where: { shareId: share } }))?.doneAt != null;
  await decide(owner, { decision: 'again', reason: 'no' });
  expect([await isDone(first), await isDone(second)]).toEqual([false, false]);
  const third = await send(0);
  await decide(owner, { version: 1 });
  expect([await isDone(first), await isDone(second), await isDone(third)]).toEqual([false, false, true]);
});

test('a round that repeats at the end of each month keeps to it, also after one that was asked for by hand', async () => {
  const { owner, aliasId } = await asked();
  const slots = [slotOf('One')];
  const fields = { name: 'Papers', message: '', repeat: 'month' as const, slots };
  const { id: round } = await createRound(owner, { aliasId, due: '2026-03-31', ...fields });
  const { id } = await askAgain(owner, { aliasId, round, due: '2026-04-28' });
  expect(await own.db.requestRound.findUnique({ where: { id } })).toMatchObject({
    dueDay: '2026-04-28',
    anchorDay: 31,
    repeat: 'month',
  });
  expect(await own.db.requestRound.findUnique({ where: { id: round } })).toMatchObject({
    repeat: null,
    asksAt: null,
  });
});
