import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context, UserContext } from '@/lib/server/context';
import { setShareNotifications } from '@/lib/server/services/activity/notifications';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { getShare } from '@/lib/server/services/share/detail';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { removeShare } from '@/lib/server/services/share/remove';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { createEndToken, decideEnding, getEnding } from './decide';
import { remindOfEnds } from './remind';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());
beforeEach(async () => {
  await database.db.notice.deleteMany();
  await database.db.publication.deleteMany();
});

const hour = 3600 * 1000;
const day = 24 * hour;
const over = { code: 'ending.over' };
/** Daylight saving time begins in Berlin in the night before the link ends. */
const end = new Date('2027-03-29T10:00:00Z');

async function link({ days = 7, timezone = 'Europe/Berlin' } = {}) {
  const { db } = database;
  const published = new Date(end.getTime() - days * day);
  const owner = await userContext({ db, now: published });
  const email = `${owner.viewer.login}@example.org`;
  const data = { email, language: 'en', timezone };
  await db.account.update({ where: { id: owner.viewer.id }, data });
  const { id: shareId } = await draftShare(owner, { validityMs: days * day, name: 'Hafen' });
  await publishShare(owner, { shareId, reuseId: true });
  const before = (hours: number, more: Partial<Context> = {}): Context => ({
    ...owner,
    ...post.over(),
    viewer: null as never,
    client: { address: null, userAgent: null },
    now: new Date(end.getTime() - hours * hour),
    ...more,
  });
  const token = (ctx: UserContext | Context = before(40)) => createEndToken(ctx, { shareId, until: end });
  const until = async () => (await db.publication.findUniqueOrThrow({ where: { shareId } })).publishUntil;
  return { owner, shareId, email, before, token, until };
}

const due = () => database.db.$executeRaw`UPDATE "Notice" SET "dueAt" = now() - interval '1 second'`;

test('a link is reminded of two days before its end and, untouched, one day before; each once on two nodes', async () => {
  const { before } = await link();
  expect(await remindOfEnds(before(48.01))).toBe(0);
  const nodes = await Promise.all([remindOfEnds(before(48)), remindOfEnds(before(48))]);
  expect(nodes.reduce((all, one) => all + one)).toBe(1);
  expect(await remindOfEnds(before(24.01))).toBe(0);
  await database.db.notice.deleteMany();
  expect(await remindOfEnds(before(24))).toBe(1);
  await database.db.notice.deleteMany();
  for (const hours of [23, 1, 0, -1]) expect(await remindOfEnds(before(hours))).toBe(0);
});

test('an owner whose link has downloads is reminded once, even if late', async () => {
  const { before, shareId } = await link();
  await database.db.publication.update({ where: { shareId }, data: { downloads: 1 } });
  expect(await remindOfEnds(before(20))).toBe(1);
  expect(await remindOfEnds(before(19))).toBe(0);
});

test.each([
  [2, [0, 1]],
  [1.9, [0, 0]],
])('a link of %s days is short: reminders %j', async (days, counts) => {
  const { before } = await link({ days });
  expect([await remindOfEnds(before(40)), await remindOfEnds(before(20))]).toEqual(counts);
});

test('nobody is reminded who has not chosen to be, or where mail is off', async () => {
  const { owner, before, shareId } = await link();
  expect(await remindOfEnds(before(40, { mail: null }))).toBe(0);
  await setShareNotifications(owner, { shareId, end: false });
  expect(await remindOfEnds(before(40))).toBe(0);
  await setShareNotifications(owner, { shareId, end: null });
  expect(await remindOfEnds(before(40))).toBe(1);
});

test('a mail server that was away for a day takes one reminder, with the time of its reader', async () => {
  const { before, email } = await link();
  await remindOfEnds(before(48));
  await sendNotices(before(48, post.over({ SMTP_URL: 'smtp://127.0.0.1:1' })));
  await remindOfEnds(before(24));
  await due();
  expect(await sendNotices(before(23))).toBe(1);
  await due();
  expect(await sendNotices(before(22))).toBe(0);
  const mails = post.sink.for(email);
  expect(mails.map(({ email: { subject } }) => subject)).toEqual([
    '“Hafen” ends on 29 March 2027 at 12:00 CEST',
  ]);
  expect(mails[0]?.email.text).toMatch(/\/app\/ending#extend=\S+\n[\s\S]*\/app\/ending#end=\S+\n/);
  expect(mails[0]?.email.html).toContain('/app/ending#extend=');
});

test('a reminder whose link has ended or was withdrawn meanwhile is not sent', async () => {
  const { owner, before, shareId } = await link();
  await remindOfEnds(before(48));
  await unpublishShare(owner, { shareId });
  expect(await sendNotices(before(40))).toBe(0);
  expect(await database.db.notice.count()).toBe(0);
});

test('the mail’s key extends that link by a week, once, and the new end is reminded of anew', async () => {
  const { before, token, until, shareId } = await link();
  await remindOfEnds(before(48));
  await database.db.notice.deleteMany();
  const key = await token();
  const ctx = before(40);
  expect(await getEnding(ctx, { token: key })).toEqual({ name: 'Hafen', until: end.getTime() });
  const wishes = await Promise.allSettled(
    Array.from({ length: 5 }, () => decideEnding(ctx, { token: key, extend: true })),
  );
  expect(wishes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const later = new Date(end.getTime() + 7 * day);
  expect(await until()).toEqual(later);
  await expect(getEnding(ctx, { token: key })).rejects.toMatchObject(over);
  expect(await database.db.shareEvent.findFirst({ where: { shareId, kind: 'changed' } })).toMatchObject({
    details: { field: 'validity' },
  });
  expect(await remindOfEnds(before(48 - 7 * 24))).toBe(1);
});

test('a day that was chosen moves with the week that the mail’s key adds', async () => {
  const { owner, before, token, until, shareId } = await link();
  await setShareField(owner, shareId, { until: end.getTime() });
  await decideEnding(before(40), { token: await token(), extend: true });
  const later = new Date(end.getTime() + 7 * day);
  expect(await until()).toEqual(later);
  expect(await getShare(owner, { shareId })).toMatchObject({ until: later.getTime(), validity: 14 * day });
});

test('letting it end uses the key up, too, and ends the reminders', async () => {
  const { before, token, until } = await link();
  const key = await token();
  expect(await decideEnding(before(40), { token: key, extend: false })).toEqual({ until: null });
  await expect(decideEnding(before(39), { token: key, extend: true })).rejects.toMatchObject(over);
  expect(await until()).toEqual(end);
  expect(await remindOfEnds(before(20))).toBe(0);
});

test('a key opens nothing once its link has ended, was withdrawn or deleted, or its owner is gone; nor does a forged one', async () => {
  const { owner, before, token, shareId } = await link();
  const key = await token();
  const asked = (ctx: Context, text = key) => decideEnding(ctx, { token: text, extend: true });
  await expect(asked(before(0))).rejects.toMatchObject(over);
  await expect(asked(before(40), `${key.slice(0, -3)}AAA`)).rejects.toMatchObject(over);
  const who = { where: { id: owner.viewer.id } };
  await database.db.account.update({ ...who, data: { state: 'Disabled' } });
  await expect(asked(before(40))).rejects.toMatchObject(over);
  await database.db.account.update({ ...who, data: { state: 'Active' } });
  await unpublishShare(owner, { shareId });
  await expect(asked(before(40))).rejects.toMatchObject(over);
  await removeShare(owner, { shareId });
  await expect(asked(before(40))).rejects.toMatchObject(over);
});

test('no link is extended beyond what the installation allows', async () => {
  const { before, token } = await link();
  const ctx = before(40);
  const config = { ...ctx.config, MAX_VALIDITY: 10 * day };
  await expect(
    decideEnding({ ...ctx, config }, { token: await token(), extend: true }),
  ).rejects.toMatchObject({ code: 'share.validityTooLong' });
});
