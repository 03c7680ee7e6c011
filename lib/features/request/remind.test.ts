import { afterAll, beforeAll, expect, test } from 'vitest';
import { roundLimits } from '@/lib/domain/request/progress';
import type { UserContext } from '@/lib/server/context';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { later, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { askPeople, newRound, sendFile, slotOf, tokenOf } from '@/testing/service/requests';
import { decideCell } from './decide';
import { stopReminders } from './entry';
import { stopToken } from './link';
import { withdrawRequest } from './people';
import { noteSaved } from './person';
import { remindPeople, repeatRounds } from './remind';
import { changeRound } from './rounds';

const post = mailServer();
let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const hour = 3_600;
const day = 24 * hour;

let serial = 0;
const somebody = (name = 'Ada') => ({ name, address: `${name.toLowerCase()}-${serial++}@example.org` });

async function newOwner(env = {}): Promise<UserContext> {
  const owner = await userContext({ db: own.db, ...post.over(env) });
  await own.db.account.update({
    where: { id: owner.viewer.id },
    data: { email: `${owner.viewer.login}@example.com`, displayName: 'Office of Bea', language: 'en' },
  });
  return owner;
}

/** Due three weeks after `noon`. */
async function asked(options: Parameters<typeof newRound>[1] = {}, env = {}) {
  const owner = await newOwner(env);
  const made = await newRound(owner, options);
  const person = somebody();
  const [request = ''] = await askPeople(owner, made, [person]);
  await sendNotices(owner);
  const mails = () => post.sink.for(person.address).map(({ email }) => email);
  const subjects = () => mails().map(({ subject }) => subject);
  const token = await tokenOf(owner, { aliasId: made.aliasId, request });
  return { owner, ...made, request, person, mails, subjects, token };
}

/** Both jobs. @param seconds after noon of 1 March */
async function pass(ctx: UserContext, seconds: number): Promise<void> {
  const now = later(ctx, seconds);
  await remindPeople(now);
  await sendNotices(now);
}

test('the first mail says who asks for what, until when, and how to stop; one POST ends reminders', async () => {
  const { owner, mails, request, token, person } = await asked();
  const [mail] = mails();
  expect(mail).toMatchObject({ subject: 'Office of Bea asks you for files: Papers' });
  for (const part of [
    `Hello ${person.name},`,
    'ID card, Payslip',
    'Please',
    `/app/request#${token}`,
    '22 March',
  ])
    expect(mail?.text).toContain(part);
  const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  expect(headers['list-unsubscribe']).toMatch(
    /^<https:\/\/files\.example\.org\/api\/v2\/open\/request\/stop\?token=/,
  );
  const given = new URL(headers['list-unsubscribe']?.slice(1, -1) ?? '').searchParams.get('token') ?? '';
  await expect(stopReminders(owner, { token: `${given}0` })).rejects.toMatchObject({ code: 'asked.over' });
  for (let n = 0; n < 2; n++) await stopReminders(owner, { token: given });
  expect(await own.db.fileRequest.findUnique({ where: { id: request } })).toMatchObject({ remindAt: null });
  for (let n = 0; n < 60; n++) await pass(owner, n * day);
  expect(mails()).toHaveLength(1);
  expect(given).toBe(stopToken(owner, request));
});

test('reminders name what is missing and end when all that is needed is there, with thanks and a word to the owner', async () => {
  const { owner, mails, subjects, token, slots } = await asked({
    slots: [slotOf('ID card'), slotOf('Payslip'), slotOf('Photo', { needed: false })],
  });
  await sendFile(owner, { token, slot: slots[0] ?? '' });
  await pass(owner, 18 * day);
  expect(subjects()).toEqual(['Office of Bea asks you for files: Papers', 'Still missing: Papers']);
  expect(mails()[1]?.text).toContain('Payslip, Photo');
  await sendFile(owner, { token, slot: slots[1] ?? '' });
  await noteSaved(later(owner, 19 * day), { token });
  for (let n = 19; n < 60; n++) await pass(owner, n * day);
  expect(subjects().slice(2)).toEqual(['Thank you: Papers']);
  const told = post.sink.for(`${owner.viewer.login}@example.com`).map(({ email }) => email.subject);
  expect(told).toEqual(['Ada has sent everything: Papers']);
});

test('a reminder that is due asks what has arrived, although nobody has said so', async () => {
  const { owner, subjects, token, slots } = await asked({ slots: [slotOf('One')] });
  await sendFile(owner, { token, slot: slots[0] ?? '' });
  await pass(owner, 18 * day);
  expect(subjects()).toEqual(['Office of Bea asks you for files: Papers', 'Thank you: Papers']);
});

test('several rejections are mailed once, with their reasons', async () => {
  const { owner, aliasId, request, slots, token, mails } = await asked();
  for (const slot of slots) await sendFile(owner, { token, slot });
  for (const slot of slots)
    await decideCell(owner, {
      aliasId,
      request,
      slot,
      decision: 'again',
      reason: `Blurred ${slots.indexOf(slot)}`,
      version: 0,
    });
  await sendNotices(owner);
  const again = mails().filter(({ subject }) => subject === 'Please send again: Papers');
  expect(again).toHaveLength(1);
  expect(again[0]?.text).toContain('ID card: Blurred 0');
  expect(again[0]?.text).toContain('Payslip: Blurred 1');
});

test('a mail server that is away in the evening sends no reminder by night, and each of them once', async () => {
  const { owner, mails } = await asked();
  const down = { ...owner, ...post.over({ SMTP_URL: 'smtp://127.0.0.1:1' }) };
  const evening = 18 * day + 5 * hour; // 17:00
  await pass(down, evening);
  await own.db.$executeRaw`UPDATE "Notice" SET "dueAt" = now() - interval '1 second'`;
  await pass(owner, evening + 10 * hour);
  expect(mails()).toHaveLength(1);
  for (let n = 11; n < 48; n++) await pass(owner, evening + n * hour);
  expect(mails()).toHaveLength(2);
});

test('a person who can’t be reached isn’t reminded again, and the owner sees why', async () => {
  const { owner, request, mails } = await asked();
  await own.db.fileRequest.update({ where: { id: request }, data: { refusal: '550 no such user' } });
  for (let n = 17; n < 40; n++) await pass(owner, n * day);
  expect(mails()).toHaveLength(1);
});

test('nobody gets a mail after the request is withdrawn, nor while the inbox is off', async () => {
  const [gone, off] = [await asked(), await asked()];
  const queued = later(gone.owner, 18 * day);
  await remindPeople(queued);
  await withdrawRequest(gone.owner, { aliasId: gone.aliasId, request: gone.request, files: false });
  await own.db.alias.update({ where: { id: off.aliasId }, data: { enabled: false } });
  await sendNotices(queued);
  for (let n = 19; n < 40; n++) await pass(gone.owner, n * day);
  expect([gone.mails().length, off.mails().length]).toEqual([1, 1]);
});

test('two nodes at once remind once', async () => {
  const { owner, mails } = await asked();
  const now = later(owner, 18 * day);
  await Promise.all([1, 2, 3].map(() => remindPeople(now)));
  await Promise.all([1, 2, 3].map(() => sendNotices(now)));
  expect(mails()).toHaveLength(2);
});

test('a clock that jumps by a month and back sends one reminder more, not two', async () => {
  const { owner, mails } = await asked();
  await pass(owner, 50 * day);
  await pass(owner, 50 * day + 60);
  expect(mails()).toHaveLength(2);
  for (let n = 1; n < 18; n++) await pass(owner, n * day);
  expect(mails()).toHaveLength(2);
});

test('a round that repeats is begun anew the day after, once, at day, with the same people', async () => {
  const { owner, aliasId, round, subjects } = await asked({ due: '2026-03-31' });
  await changeRound(owner, {
    aliasId,
    round,
    name: 'Papers',
    message: '',
    due: '2026-03-31',
    repeat: 'month',
  });
  for (const seconds of [30 * day, 31 * day, 31 * day + 60]) await repeatRounds(later(owner, seconds));
  const rounds = await own.db.requestRound.findMany({ where: { aliasId }, orderBy: { dueDay: 'asc' } });
  expect(rounds.map(({ dueDay, repeat, asksAt }) => [dueDay, repeat, asksAt !== null])).toEqual([
    ['2026-03-31', 'month', false],
    ['2026-04-30', 'month', true],
  ]);
  await sendNotices(later(owner, 31 * day));
  expect(subjects().filter((subject) => subject?.startsWith('Office'))).toHaveLength(2);
});

test('a round that is to repeat no more asks nobody again', async () => {
  const { owner, aliasId, round } = await asked({ due: '2026-03-31' });
  const head = { aliasId, round, name: 'Papers', message: '', due: '2026-03-31' };
  await changeRound(owner, { ...head, repeat: 'month' });
  await changeRound(owner, { ...head, repeat: null });
  expect(await repeatRounds(later(owner, 40 * day))).toBe(0);
  expect(await own.db.requestRound.count({ where: { aliasId } })).toBe(1);
});

test('an inbox without room for another round keeps nobody else’s from beginning, and begins once it has', async () => {
  const [full, other] = [await asked(), await asked()];
  const due = later(full.owner, 31 * day);
  for (const { round } of [full, other])
    await own.db.requestRound.update({
      where: { id: round },
      data: { repeat: 'month', asksAt: new Date(due.now.getTime() - (round === full.round ? 2_000 : 1_000)) },
    });
  const { id: _, ...like } = await own.db.requestRound.findUniqueOrThrow({ where: { id: full.round } });
  const filling = Array.from({ length: roundLimits.rounds - 1 }, () => ({
    ...like,
    id: full.owner.newId(),
    repeat: null,
    asksAt: null,
  }));
  await own.db.requestRound.createMany({ data: filling });
  const count = ({ aliasId }: typeof full) => own.db.requestRound.count({ where: { aliasId } });
  expect(await repeatRounds(due)).toBe(1);
  expect([await count(full), await count(other)]).toEqual([roundLimits.rounds, 2]);
  expect(await repeatRounds(due)).toBe(0);
  await own.db.requestRound.delete({ where: { id: filling[0]?.id ?? '' } });
  expect(await repeatRounds(later(due, hour))).toBe(1);
  expect(await count(full)).toBe(roundLimits.rounds);
});

test('when somebody has sent everything, members who hear of what comes are told, and others aren’t', async () => {
  const [owner, told, untold] = [await newOwner(), await newOwner(), await newOwner()];
  const made = await newRound(owner, {
    members: [told.viewer.id, untold.viewer.id],
    slots: [slotOf('ID card')],
  });
  const { aliasId } = made;
  const which = { aliasId_accountId: { aliasId, accountId: untold.viewer.id } };
  await own.db.aliasMember.update({ where: which, data: { told: false } });
  const [request = ''] = await askPeople(owner, made, [somebody()]);
  const token = await tokenOf(owner, { aliasId, request });
  await sendFile(owner, { token, slot: made.slots[0] ?? '' });
  await noteSaved(owner, { token });
  await sendNotices({ ...owner, now: new Date(Date.now() + 60_000) });
  const heard = [owner, told, untold].map(
    ({ viewer }) =>
      post.sink
        .for(`${viewer.login}@example.com`)
        .filter(({ email }) => email.subject === 'Ada has sent everything: Papers').length,
  );
  expect(heard).toEqual([1, 1, 0]);
});
