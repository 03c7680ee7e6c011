import { expect, test } from 'vitest';
import type { ShareQuery } from '@/lib/contract/share/share';
import { searchText } from '@/lib/domain/pasted/search-words';
import type { UserContext } from '@/lib/server/context';
import { draftShare, noon, ownAlias, userContext } from '@/testing/service/context';
import { setLinkWords } from './link-words';
import { publishShare, unpublishShare } from './publish';
import { searchShares } from './search';

const find = (ctx: UserContext, q = '', page = 1, pageSize = 100) => searchShares(ctx, { q, page, pageSize });
/** A share of ten bytes a file. */
async function shareWith(ctx: UserContext, ...files: { name: string; path?: string }[]) {
  const share = await draftShare(ctx);
  const file = { shareId: share.id, sizeBytes: 10, mimeType: 'text/plain' };
  await ctx.db.file.createMany({ data: files.map((one) => ({ id: ctx.newId(), ...file, ...one })) });
  return share;
}
const complete = (ctx: UserContext, shareId: string, name?: string) =>
  ctx.db.file.updateMany({
    where: { shareId, ...(name && { name }) },
    data: { state: 'complete', storedBytes: 10, completedAt: ctx.now },
  });

const names = async (ctx: UserContext, q: string) => (await find(ctx, q)).items.map(({ name }) => name);

test('words are found in any case, and LIKE’s signs mean themselves', async () => {
  const ctx = await userContext();
  for (const name of ['Sommer 100% fertig', 'Sommer 1000', 'snake_case', 'snakescase', 'back\\slash']) {
    await draftShare(ctx, { name });
  }
  expect(await names(ctx, 'SOMMER')).toHaveLength(2);
  expect(await names(ctx, '100%')).toEqual(['Sommer 100% fertig']);
  expect(await names(ctx, 'snake_')).toEqual(['snake_case']);
  expect(await names(ctx, '\\')).toEqual(['back\\slash']);
});

test('the note and the id are searched too', async () => {
  const ctx = await userContext();
  const share = await draftShare(ctx, { name: 'A', description: 'about whales' });
  await draftShare(ctx, { name: 'B' });
  expect(await names(ctx, 'whale')).toEqual(['A']);
  expect(await names(ctx, share.id.slice(4, 20))).toEqual(['A']);
});

const asked: [question: string, q: (of: { id: string; linkId: string; inbox: string }) => string][] = [
  ['words in another order', () => 'report autumn'],
  ['two blanks between them', () => 'Autumn  report'],
  ['name and file name together', () => 'autumn whale.jpg'],
  ['note, folder and alias together', () => 'élodie fjord applications'],
  ['a keyboard’s apostrophe for a printed one', () => "elodie's"],
  ['no accents', () => 'ELODIE'],
  ['ss for ß', () => 'hauptstrasse'],
  ['ß for ss', () => 'Hafengaße'],
  ['full-width digits', () => '２０２６'],
  ['a word with marks that nobody sees', () => '\u200ereport\u00ad'],
  ['a pasted link, with what a mail left behind it', ({ linkId }) => `<https://x.test/app/open/${linkId}>.`],
  ['the ID of the link', ({ linkId }) => ` ${linkId} `],
  ['a pasted address of its page', ({ id }) => `https://x.test/app/upload/${id}`],
  ['its shortened ID', ({ id }) => `${id.slice(0, 6)}…${id.slice(-6)}`],
  ['a pasted address of its inbox', ({ inbox }) => `https://x.test/app/share/${inbox}`],
];

test.each(asked)('a share is found by %s', async (_, q) => {
  const ctx = await userContext();
  await draftShare(ctx, { name: 'Autumn', description: 'report' });
  const { id: inbox } = await ownAlias(ctx, { name: 'Applications' });
  const share = await draftShare(ctx, {
    name: 'Autumn report 2026',
    description: 'Hauptstraße, Hafengasse\nÉlodie’s whales',
  });
  const file = { id: ctx.newId(), path: 'Fjord', name: 'Whale.jpg', sizeBytes: 1, mimeType: 'image/jpeg' };
  await ctx.db.file.create({ data: { ...file, shareId: share.id } });
  await ctx.db.share.update({ where: { id: share.id }, data: { aliasId: inbox } });
  const { id: linkId } = await publishShare(ctx, { shareId: share.id, reuseId: false });
  const ids = (await find(ctx, q({ id: share.id, linkId, inbox }))).items.map(({ id }) => id);
  expect(ids).toContain(share.id);
});

test('all words must occur', async () => {
  const ctx = await userContext();
  await draftShare(ctx, { name: 'Autumn report' });
  expect(await names(ctx, 'autumn nowhere')).toEqual([]);
  expect(await names(ctx, 'report au')).toEqual(['Autumn report']);
  expect(await names(ctx, ' ')).toEqual(['Autumn report']);
});

test('texts are compared in the same form by the database and by us', async () => {
  const { db } = await userContext();
  const texts = [
    'Straße ẞ',
    'ÉLODIE’s',
    'Tiếng Việt',
    '２０２６％',
    'ÆRØ Łódź ıİ',
    'co\u00adop\u200b',
    '한글 が',
    'ﬁn…',
    '℃ ㎏',
  ];
  const rows = await db.$queryRaw<{ text: string }[]>`
    SELECT "searchText"(t) AS "text" FROM unnest(${texts}::text[]) WITH ORDINALITY u(t, n) ORDER BY n`;
  expect(rows.map(({ text }) => text)).toEqual(texts.map(searchText));
});

test('whichever way letters were put together, when stored and when typed, they are found', async () => {
  const ctx = await userContext();
  const composed = 'Tiếng Việt für Élodie';
  // Vietnamese keyboards put a letter with two marks together by half.
  const forms = [composed, composed.normalize('NFD'), composed.replaceAll('ế', '\u00ea\u0301')];
  for (const [n, name] of forms.entries()) {
    await draftShare(ctx, { name });
    await draftShare(ctx, { name: `note ${n}`, description: `about ${name}` });
    const inbox = await ownAlias(ctx, { name: `for ${name}` });
    const through = await draftShare(ctx, { name: `through ${n}` });
    await ctx.db.share.update({ where: { id: through.id }, data: { aliasId: inbox.id } });
    await shareWith(ctx, { name: `${name}.pdf` });
    await shareWith(ctx, { path: name, name: 'plan.pdf' });
  }
  for (const q of forms) {
    expect(await names(ctx, q)).toHaveLength(15);
    expect(await names(ctx, q.toUpperCase())).toHaveLength(15);
  }
});

test('a share is found by the name and the folder of any of its files, once', async () => {
  const ctx = await userContext();
  const photos = await shareWith(ctx, { path: 'Fjord/Day 1', name: 'Whale_1.jpg' }, { name: 'whale 2.jpg' });
  await shareWith(ctx, { name: 'Whales.txt' });
  expect(await names(ctx, 'WHALE')).toHaveLength(2);
  expect((await find(ctx, 'whale')).total).toEqual({ shares: 2, size: 30 });
  for (const q of ['whale_', 'fjord', 'day 1/wha', '.jpg']) {
    expect((await find(ctx, q)).items.map(({ id }) => id)).toEqual([photos.id]);
  }
  expect(await names(ctx, '%')).toEqual([]);
  const second = await find(ctx, 'whale', 2, 1);
  expect(second).toMatchObject({ items: [{ files: expect.any(Number) }], total: { shares: 2, size: 30 } });
  expect(second.items[0]?.id).not.toBe((await find(ctx, 'whale', 1, 1)).items[0]?.id);
  expect((await find(ctx, 'whale', 9)).total.shares).toBe(2);
});

test('where the words are is said, unless the name has them', async () => {
  const ctx = await userContext();
  const foundBy = async (q: string) => (await find(ctx, q)).items[0]?.found;
  await draftShare(ctx, { name: 'Whales' });
  expect(await foundBy('whale')).toBeUndefined();
  expect(await foundBy('')).toBeUndefined();
  await draftShare(ctx, {
    name: 'Trip',
    description: `Monday\n${'x'.repeat(90)} a Narwhal ${'y'.repeat(90)}`,
  });
  const { in: place, text = '' } = (await foundBy('narwhal')) ?? {};
  expect(place).toBe('note');
  expect(text).toMatch(/^…x+ a Narwhal y+…$/);
  const photos = await shareWith(ctx, { path: 'Fjord', name: 'Orca.jpg' }, { name: 'a.txt' });
  expect(await foundBy('ORCA')).toEqual({ in: 'file', text: 'Fjord/Orca.jpg' });
  expect(await foundBy(photos.id.slice(4, 20))).toEqual({ in: 'id', text: photos.id });
  const inbox = await ownAlias(ctx, { name: 'Belugas' });
  await ctx.db.share.update({ where: { id: photos.id }, data: { aliasId: inbox.id } });
  expect(await foundBy('beluga')).toEqual({ in: 'alias', text: 'Belugas' });
});

test('shares are found by sender and recipient, by those who may see these', async () => {
  const [owner, member, stranger] = [await userContext(), await userContext(), await userContext()];
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  const { id: shareId } = await draftShare(owner, { name: 'Application' });
  const sent = await draftShare(owner, { name: 'Contract' });
  const { db } = owner;
  await db.share.updateMany({ where: { id: { in: [shareId, sent.id] } }, data: { aliasId } });
  await db.delivery.create({ data: { shareId, name: 'Élodie Müller', email: 'em@cafe.example' } });
  const to = (address: string) => ({ address, key: address.toLowerCase(), language: 'en' });
  for (const address of ['Grace@example.org', 'hedy@example.org'])
    await db.recipient.create({
      data: { id: owner.newId(), shareId: sent.id, linkId: owner.newId(), ...to(address) },
    });

  const found = async (ctx: UserContext, q: string) =>
    (await find(ctx, q)).items.map(({ name, found: place }) => [name, place?.in, place?.text]);
  const fromElodie = [['Application', 'sender', 'Élodie Müller']];
  for (const ctx of [owner, member]) {
    expect(await found(ctx, 'elodie muller')).toEqual(fromElodie);
    expect(await found(ctx, 'em@cafe')).toEqual([['Application', 'sender', 'em@cafe.example']]);
    expect(await found(ctx, 'application elodie')).toEqual(fromElodie);
  }
  const toGrace = [['Contract', 'recipient', 'Grace@example.org']];
  expect(await found(owner, 'grace@')).toEqual(toGrace);
  expect(await found(owner, 'contract GRACE')).toEqual(toGrace);
  expect(await found(owner, 'grace hedy')).toEqual(toGrace);
  for (const q of ['grace@', 'contract grace']) expect(await found(member, q)).toEqual([]);
  for (const q of ['elodie', 'grace']) expect(await found(stranger, q)).toEqual([]);
});

test('files of others are found only by members of the alias that they came through', async () => {
  const [owner, member, stranger] = [await userContext(), await userContext(), await userContext()];
  const inbox = await ownAlias(owner, { members: [member.viewer.id] });
  const arrived = await shareWith(owner, { name: 'secret whale.jpg' });
  await shareWith(owner, { name: 'private whale.jpg' });
  await owner.db.share.update({ where: { id: arrived.id }, data: { aliasId: inbox.id } });
  const found = async (ctx: UserContext) => (await find(ctx, 'whale')).total.shares;
  expect([await found(owner), await found(member), await found(stranger)]).toEqual([2, 1, 0]);
  const through = { q: 'whale', page: 1, pageSize: 10, alias: inbox.id };
  expect((await searchShares(owner, through)).items.map(({ id }) => id)).toEqual([arrived.id]);
});

test('pages go from new to old without a gap, and totals speak of all of them', async () => {
  const ctx = await userContext();
  for (let day = 0; day < 5; day++) {
    const share = await draftShare({ ...ctx, now: new Date(noon.getTime() + day) }, { name: `day ${day}` });
    await ctx.db.file.create({
      data: { id: ctx.newId(), shareId: share.id, name: 'f', sizeBytes: 10, mimeType: 'text/plain' },
    });
  }
  const first = await find(ctx, '', 1, 2);
  const last = await find(ctx, '', 3, 2);

  expect(first.items.map(({ name }) => name)).toEqual(['day 4', 'day 3']);
  expect(last.items.map(({ name }) => name)).toEqual(['day 0']);
  expect(first.total).toEqual({ shares: 5, size: 50 });
  expect(first.items[0]).toMatchObject({ files: 1, size: 10, published: null, usedUp: false });
});

test('an item tells draft, live, expired and used up apart', async () => {
  const ctx = await userContext();
  const stateOf = async () => {
    const { published, usedUp, withdrawn } = (await find(ctx)).items[0] ?? {};
    return [published, usedUp, withdrawn];
  };
  const { id: shareId } = await draftShare(ctx, { validityMs: 60_000, maxViews: 1 });
  expect(await stateOf()).toEqual([null, false, false]);
  await setLinkWords(ctx, { shareId, words: `kept-${ctx.newId().toLowerCase()}` });
  expect(await stateOf()).toEqual([null, false, false]);
  await publishShare(ctx, { shareId, reuseId: true });
  expect(await stateOf()).toEqual([true, false, false]);
  await ctx.db.publication.update({ where: { shareId }, data: { views: 1 } });
  expect(await stateOf()).toEqual([true, true, false]);
  await ctx.db.publication.update({ where: { shareId }, data: { publishUntil: ctx.now } });
  expect(await stateOf()).toEqual([false, false, false]);
  await unpublishShare(ctx, { shareId });
  expect(await stateOf()).toEqual([null, false, true]);
});

test('shares of one alias are found by its id, whatever they are called, by those who manage them', async () => {
  const ctx = await userContext();
  const [inbox, other] = [await ownAlias(ctx, { name: 'Plans' }), await ownAlias(ctx, { name: 'Plans too' })];
  for (const aliasId of [inbox.id, inbox.id, other.id, null]) {
    const { id } = await draftShare(ctx, { name: 'Plans' });
    await ctx.db.share.update({ where: { id }, data: { aliasId, name: aliasId ?? 'Plans' } });
  }
  const through = async (as: UserContext, q = '') =>
    searchShares(as, { q, page: 1, pageSize: 10, alias: inbox.id });
  const { items, total } = await through(ctx);
  expect(items.map(({ name }) => name)).toEqual([inbox.id, inbox.id]);
  expect(total.shares).toBe(2);
  expect((await through(ctx, other.id)).total.shares).toBe(0);
  expect(await through(await userContext())).toMatchObject({ items: [], total: { shares: 0 } });
});

test('a share without a name is called by the heading of its note, or by its first file', async () => {
  const ctx = await userContext();
  const inbox = await ownAlias(ctx);
  const only = async (over: object) => {
    const share = await shareWith(ctx, { path: 'b', name: 'late.txt' }, { path: 'a', name: 'early.txt' });
    await ctx.db.share.update({ where: { id: share.id }, data: { name: null, ...over } });
    const { title, firstFile } = (await find(ctx, share.id)).items[0] ?? {};
    return { title, firstFile };
  };
  expect(await only({ name: 'Plans', description: '# Note' })).toEqual({ title: 'Note', firstFile: null });
  expect(await only({ description: '# Note' })).toEqual({ title: 'Note', firstFile: null });
  expect(await only({ description: 'Hello' })).toEqual({ title: null, firstFile: 'early.txt' });
  const received = { description: 'Hello', aliasId: inbox.id };
  expect(await only(received)).toEqual({ title: null, firstFile: 'early.txt' });
});

test('a delivery in the list is called by who sent it, one’s own share by nobody', async () => {
  const ctx = await userContext();
  const { id: aliasId } = await ownAlias(ctx);
  const [own, received] = [await shareWith(ctx), await shareWith(ctx)];
  await ctx.db.share.update({ where: { id: received.id }, data: { aliasId, name: null } });
  await ctx.db.delivery.create({ data: { shareId: received.id, email: 'ada@example.org' } });
  const senders = (await find(ctx, '')).items.map(({ id, sentBy }) => [id, sentBy]);
  expect(Object.fromEntries(senders)).toEqual({ [own.id]: null, [received.id]: 'ada@example.org' });
});

test('a list shows only what is live, ended, received, sent or incomplete, and totals speak of that', async () => {
  const [ctx, member] = [await userContext(), await userContext()];
  const inbox = await ownAlias(ctx, { members: [member.viewer.id] });
  const named = async (name: string, over: { publication?: object; aliasId?: string } = {}) => {
    const { id: shareId } = await shareWith(ctx, { name: `${name}.txt` });
    if (name !== 'half') await complete(ctx, shareId);
    await ctx.db.share.update({ where: { id: shareId }, data: { name, aliasId: over.aliasId ?? null } });
    if (!over.publication) return shareId;
    await publishShare(ctx, { shareId, reuseId: true });
    await ctx.db.publication.update({ where: { shareId }, data: over.publication });
    return shareId;
  };
  await named('draft');
  await named('live', { publication: { views: 2 } });
  await named('expired', { publication: { publishUntil: ctx.now } });
  await named('used up', { publication: { views: 3 } });
  await named('withdrawn', { publication: { enabled: false } });
  await named('came in', { aliasId: inbox.id });
  await named('half');

  const only = async (as: UserContext, state: NonNullable<ShareQuery['state']>, q = '') => {
    const { items, total } = await searchShares(as, { q, state, page: 1, pageSize: 10 });
    expect(total).toEqual({ shares: items.length, size: items.length * 10 });
    return items.map(({ name }) => name).sort();
  };
  expect(await only(ctx, 'live')).toEqual(['live']);
  expect(await only(ctx, 'ended')).toEqual(['expired', 'used up']);
  expect(await only(ctx, 'ended', 'used')).toEqual(['used up']);
  expect(await only(ctx, 'received')).toEqual(['came in']);
  expect(await only(member, 'received')).toEqual(['came in']);
  expect(await only(ctx, 'sent')).toEqual(['draft', 'expired', 'half', 'live', 'used up', 'withdrawn']);
  expect(await only(member, 'sent')).toEqual([]);
  await ctx.db.alias.update({
    where: { id: inbox.id },
    data: { albumId: (await ctx.db.share.findFirstOrThrow({ where: { aliasId: inbox.id } })).id },
  });
  expect(await only(ctx, 'sent', 'came')).toEqual(['came in']);
  expect(await only(ctx, 'incomplete')).toEqual(['half']);
  expect(await only(member, 'incomplete')).toEqual([]);
});

test('an item says how long, how often and under which link it can be opened, and what is missing', async () => {
  const ctx = await userContext();
  const { id: shareId } = await shareWith(ctx, { name: 'a' }, { name: 'b' });
  await complete(ctx, shareId, 'a');
  const item = async () => (await find(ctx)).items[0];
  expect(await item()).toMatchObject({ incomplete: 1, files: 2, linkId: null, endsAt: null, views: 0 });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: true });
  const endsAt = noon.getTime() + 3_600_000;
  expect(await item()).toMatchObject({ linkId, endsAt });
  await ctx.db.publication.update({ where: { shareId }, data: { views: 3 } });
  expect(await item()).toMatchObject({ linkId: null, endsAt, views: 3, usedUp: true });
});
