import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LeaveRequest } from '@/lib/contract/account/leaving';
import { AppError } from '@/lib/contract/errors';
import { createToken } from '@/lib/features/token/tokens';
import { callerOf, wasOfLeaver } from '@/lib/server/auth/caller';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { changeByOperator, modifyAccount } from '@/lib/server/services/account/modify';
import { markDeleted, removeAccount } from '@/lib/server/services/account/remove';
import { getAccount } from '@/lib/server/services/account/search';
import { requestReset, sendResetLink } from '@/lib/server/services/account-code/forgot';
import { createResetLink, resetPassword } from '@/lib/server/services/account-code/reset';
import { getAlias } from '@/lib/server/services/alias/search';
import { beginFactor, confirmFactor } from '@/lib/server/services/factor/set-up';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { findLivePublication } from '@/lib/server/services/open/publication';
import { authAnswer } from '@/lib/server/services/session/sessions';
import { signIn } from '@/lib/server/services/session/sign-in';
import { signInFederated } from '@/lib/server/services/session/sign-in-federated';
import { signInSecond } from '@/lib/server/services/session/sign-in-second';
import { getShare } from '@/lib/server/services/share/detail';
import { publishShare } from '@/lib/server/services/share/publish';
import { phoneCode } from '@/testing/people/totp';
import { draftShare, inNewSession, openContext, ownAlias, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { meeting } from '@/testing/service/meeting';
import { ownDatabase } from '@/testing/service/own-database';
import { leaveAccount, lookAtLeaving, wasJustKept } from './leave';
import { removeAccounts } from './remove-accounts';

// The clean-up handles all accounts, so these tests have a database of their own.
const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

const started = Date.now();
const day = 24 * 3_600_000;
const closed = { state: 'Disabled', staysDisabled: true } as const;
const later = (ms = 0) => openContext({ db: database.db, ...post.over(), now: new Date(started + ms) });
const password = 'a horse in the harbour';
const proof = { password, code: '', heirs: [] };

async function person({ admin = false } = {}) {
  const passwordHash = await hashPassword(password);
  return inNewSession(await userContext({ ...later(), admin, passwordHash }));
}
const leave = (ctx: UserContext, over: Partial<LeaveRequest> = {}) =>
  leaveAccount(ctx, { ...proof, login: ctx.viewer.login, ...over });
const enter = ({ viewer }: UserContext, ms = 0) => signIn(later(ms), { account: viewer.login, password });
const rowOf = ({ db, viewer }: UserContext) => db.account.findUnique({ where: { id: viewer.id } });
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

async function published(owner: UserContext) {
  const { id: shareId } = await draftShare(owner);
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: true });
  return { shareId, linkId };
}

test('a deletion ends at once all that the account gives; signing in within the grace undoes it', async () => {
  const ada = await person();
  const { linkId } = await published(ada);
  const { token: accessToken } = await createToken(ada, {
    name: 'x',
    scopes: ['read'],
    validity: day,
    networks: [],
  });
  const { token = '' } = await authAnswer(ada, ada.viewer, true);
  const link = await createResetLink(later(), { login: ada.viewer.login });
  expect(link).not.toBe('');
  await leave(ada);

  expect(await findLivePublication(later(), linkId)).toBe('gone');
  const cookie = new Headers({ 'sharry-auth': String(token) });
  for (const dead of [accessToken, String(token)])
    expect(await callerOf(database.db, new Headers({ 'sharry-auth': dead }), new Date())).toBeNull();
  expect(await wasOfLeaver(database.db, cookie, new Date())).toBe(true);
  expect(await database.db.accountCode.count({ where: { accountId: ada.viewer.id } })).toBe(0);
  expect(await rowOf(ada)).toMatchObject({ state: 'Disabled', leavesAt: new Date(started + 7 * day) });
  expect((await getAccount(ada, { accountId: ada.viewer.id })).leavesAt).toBe(started + 7 * day);

  expect(await outcome(signIn(later(day), { account: ada.viewer.login, password: 'not this' }))).toBe(
    'auth.loginFailed',
  );
  const viewer = await enter(ada, 6 * day);
  expect(await rowOf(ada)).toMatchObject({ state: 'Active', leavesAt: null });
  expect(await wasJustKept({ ...later(6 * day + 1000), viewer })).toBe(true);
  expect(await wasJustKept({ ...later(7 * day), viewer })).toBe(false);
  expect(await wasOfLeaver(database.db, cookie, new Date())).toBe(false);
  expect(await callerOf(database.db, cookie, new Date())).toBeNull();
  await removeAccounts(later(8 * day));
  expect(await rowOf(ada)).not.toBeNull();
  expect(await database.db.publication.count({ where: { linkId, enabled: true } })).toBe(1);
  const events = await database.db.auditEvent.findMany({
    where: { objectId: ada.viewer.id, event: { in: ['account.leave', 'account.keep'] } },
    orderBy: { id: 'asc' },
  });
  expect(events.map(({ event }) => event)).toEqual(['account.leave', 'account.keep']);
});

test('a session alone deletes nothing: it takes the password, the code and the typed login', async () => {
  const ada = await person();
  const { secret, setup } = await beginFactor(ada, { password });
  await confirmFactor(ada, { setup, code: phoneCode(secret, ada.now) });
  const me = await inNewSession({ ...ada, now: later(60_000).now });
  const code = phoneCode(secret, me.now);
  expect((await lookAtLeaving(me)).asks).toEqual(['password', 'code']);
  expect(await outcome(leave(me, { password: 'not this', code }))).toBe('settings.passwordWrong');
  expect(await outcome(leave(me))).toBe('factor.codeWrong');
  expect(await outcome(leave(me, { code, login: 'bob' }))).toBe('request.invalid');
  expect(await rowOf(me)).toMatchObject({ state: 'Active', leavesAt: null });
  expect(await outcome(leave(me, { code, login: ` ${me.viewer.login.toUpperCase()}` }))).toBe('ok');
});

test('a code that was asked for before the deletion does not undo it', async () => {
  const ada = await person();
  const { secret, setup } = await beginFactor(ada, { password });
  await confirmFactor(ada, { setup, code: phoneCode(secret, ada.now) });
  const me = await inNewSession({ ...ada, now: later(60_000).now });
  const refused = await enter(me, 60_000).catch((error: unknown) => error);
  const challenge = refused instanceof AppError ? String(refused.answer.challenge) : '';
  await leave(me, { code: phoneCode(secret, me.now) });
  const code = phoneCode(secret, later(120_000).now);
  expect(await outcome(signInSecond(later(120_000), { challenge, code }))).toBe('auth.challengeOver');
  expect(await rowOf(me)).toMatchObject({ state: 'Disabled' });
});

test('where a provider knows the person, a sign-in of the last minutes counts, and a new one undoes it', async () => {
  const identity = { source: 'oauth:x', subject: 'eve', login: () => 'eve@x', email: null };
  const viewer = await signInFederated(later(), identity, { isKept: true });
  const eve = { ...later(11 * 60_000), viewer };
  expect((await lookAtLeaving(eve)).asks).toEqual([]);
  expect(await outcome(leave(eve))).toBe('account.signInAgain');
  await leave({ ...later(9 * 60_000), viewer });
  expect(await rowOf(eve)).toMatchObject({ state: 'Disabled' });
  await signInFederated(later(day), identity);
  expect(await rowOf(eve)).toMatchObject({ state: 'Active', leavesAt: null });
});

test('the last admin stays, also when two go at once', async () => {
  const own = await ownDatabase();
  try {
    const passwordHash = await hashPassword(password);
    const admin = async () =>
      inNewSession(await userContext({ db: own.db, now: later().now, admin: true, passwordHash }));
    const [ada, bob] = await Promise.all([admin(), admin()]);
    const outcomes = await Promise.all([outcome(leave(ada)), outcome(leave(bob))]);
    expect(outcomes.sort()).toEqual(['account.lastAdmin', 'ok']);
    expect(await own.db.account.count({ where: { admin: true, state: 'Active' } })).toBe(1);
  } finally {
    await own.remove();
  }
});

test('pressed twice at once, one deletion is made', async () => {
  const ada = await person();
  const outcomes = await Promise.all([outcome(leave(ada)), outcome(leave(ada))]);
  expect(outcomes.sort()).toEqual(['auth.required', 'ok']);
});

test('after the grace nothing is left but the id in the audit, and nothing of others is touched', async () => {
  const [ada, bob] = await Promise.all([person(), person()]);
  const [gone, stays] = await Promise.all([published(ada), published(bob)]);
  const file = { shareId: gone.shareId, name: 'a', sizeBytes: 1, mimeType: 'text/plain' };
  const { id: fileId } = await ada.db.file.create({ data: { id: ada.newId(), ...file } });
  await enter(ada).catch(() => undefined);
  await outcome(signIn(later(), { account: ada.viewer.login, password: 'not this' }));
  await leave(await inNewSession(ada));
  await removeAccounts(later(7 * day - 1));
  expect(await rowOf(ada)).not.toBeNull();

  await Promise.all(Array.from({ length: 4 }, () => removeAccounts(later(7 * day))));
  expect(await rowOf(ada)).toBeNull();
  expect(await ada.db.share.count({ where: { id: gone.shareId } })).toBe(0);
  expect(await ada.db.removal.count({ where: { fileId } })).toBe(1);
  expect(await outcome(enter(ada, 7 * day))).toBe('auth.loginFailed');
  await expect(getShare(bob, { shareId: stays.shareId })).resolves.toHaveProperty('id', stays.shareId);
  const about = await ada.db.auditEvent.findMany({
    where: { at: { lt: later(6 * day).now }, OR: [{ actorId: ada.viewer.id }, { objectId: ada.viewer.id }] },
  });
  expect(about.length).toBeGreaterThan(3);
  expect(about.some(({ event, outcome }) => event === 'login' && outcome === 'refused')).toBe(true);
  for (const { actorLogin, details } of about)
    expect(JSON.stringify({ actorLogin, details })).not.toContain(ada.viewer.login);
  const end = await ada.db.auditEvent.findFirst({
    where: { event: 'account.remove', objectId: ada.viewer.id },
  });
  expect(end).toMatchObject({ actorLogin: null, details: { aliases: 0 } });
});

test('an alias goes to the member who was chosen, or to another if that one is gone; others are deleted', async () => {
  const [ada, bob, cleo, boss] = await Promise.all([person(), person(), person(), person({ admin: true })]);
  const members = [bob.viewer.id, cleo.viewer.id];
  const [toBob, toCleo, deleted, alone] = await Promise.all([
    ownAlias(ada, { name: 'b', members }),
    ownAlias(ada, { name: 'c', members }),
    ownAlias(ada, { name: 'd', members }),
    ownAlias(ada, { name: 'e' }),
  ]);
  expect((await lookAtLeaving(ada)).shared.map(({ name, members }) => [name, members.length])).toEqual([
    ['b', 2],
    ['c', 2],
    ['d', 2],
  ]);
  for (const wrong of [boss.viewer.id, ada.viewer.id])
    expect(await outcome(leave(ada, { heirs: [{ alias: toBob.id, account: wrong }] }))).toBe(
      'request.invalid',
    );
  const others = await ownAlias(cleo, { members });
  expect(await outcome(leave(ada, { heirs: [{ alias: others.id, account: bob.viewer.id }] }))).toBe(
    'request.invalid',
  );
  await leave(ada, {
    heirs: [
      { alias: toBob.id, account: bob.viewer.id },
      { alias: toCleo.id, account: cleo.viewer.id },
    ],
  });
  // Members look at what has come until the end.
  await expect(getAlias(bob, { aliasId: deleted.id })).resolves.toHaveProperty('id', deleted.id);
  await removeAccount(boss, { accountId: cleo.viewer.id });
  await removeAccounts(later(7 * day));
  const left = await ada.db.alias.findMany({
    where: { id: { in: [toBob.id, toCleo.id, deleted.id, alone.id] } },
    select: { id: true, ownerId: true },
    orderBy: { name: 'asc' },
  });
  expect(left).toEqual([toBob, toCleo].map(({ id }) => ({ id, ownerId: bob.viewer.id })));
});

test('an heir who was chosen before somebody came back inherits nothing the next time', async () => {
  const [ada, bob] = await Promise.all([person(), person()]);
  const alias = await ownAlias(ada, { members: [bob.viewer.id] });
  await leave(ada, { heirs: [{ alias: alias.id, account: bob.viewer.id }] });
  await enter(ada);
  await leave(await inNewSession(ada));
  await removeAccounts(later(7 * day));
  expect(await rowOf(ada)).toBeNull();
  expect(await ada.db.alias.count({ where: { id: alias.id } })).toBe(0);
});

test('a sign-in at the moment of the clean-up wins or loses as a whole', async () => {
  for (let round = 0; round < 12; round++) {
    const ada = await person();
    const { shareId } = await published(ada);
    await leave(ada);
    const end = 7 * day;
    const [entered] = await Promise.all([
      outcome(enter(ada, end)),
      removeAccounts(later(end)),
      removeAccounts(later(end)),
    ]);
    await removeAccounts(later(end));
    const row = await rowOf(ada);
    const shares = await ada.db.share.count({ where: { id: shareId } });
    if (entered === 'ok') expect([row?.state, row?.leavesAt, shares]).toEqual(['Active', null, 1]);
    else expect([row, shares]).toEqual([null, 0]);
  }
});

test('each sees what the other has done while it waited', async () => {
  const [ada, cleo] = await Promise.all([person(), person()]);
  const end = 7 * day;
  await published(ada);
  await leave(ada);
  const data = { state: 'Active', leavesAt: null } as const;
  await meeting(
    later(),
    (tx) => tx.account.update({ where: { id: ada.viewer.id }, data }),
    () => Promise.all([removeAccounts(later(end)), removeAccounts(later(end))]),
  );
  expect(await rowOf(ada)).toMatchObject({ state: 'Active', deletingAt: null });
  expect(await ada.db.share.count({ where: { ownerId: ada.viewer.id } })).toBe(1);

  await leave(cleo);
  const entered = await meeting(
    later(),
    (tx) => markDeleted(later(end), tx, cleo.viewer.id),
    () => Promise.all([outcome(enter(cleo, end)), outcome(enter(cleo, end))]),
  );
  expect(entered).toEqual(['auth.loginFailed', 'auth.loginFailed']);
});

test('it is told by mail with the day, but not to somebody who has come back', async () => {
  const [ada, bob] = await Promise.all([person(), person()]);
  for (const { viewer } of [ada, bob])
    await ada.db.account.update({ where: { id: viewer.id }, data: { email: `${viewer.login}@example.org` } });
  await leave(ada);
  await leave(bob);
  await enter(bob);
  await sendNotices(later());
  const subjects = ({ viewer }: UserContext) =>
    post.sink.for(`${viewer.login}@example.org`).map(({ email }) => email.subject);
  expect(subjects(ada)).toEqual([expect.stringMatching(/^Your account will be deleted on .*20\d\d/)]);
  expect(subjects(bob)).toEqual([]);
});

test('a person who is leaving and forgot the password gets a link; only signing in with the new password keeps the account', async () => {
  const [ada, boss] = await Promise.all([person(), person({ admin: true })]);
  const email = `${ada.viewer.login}@example.org`;
  await ada.db.account.update({ where: { id: ada.viewer.id }, data: { email } });
  await leave(ada);
  await sendNotices(later());
  const mails = () => post.sink.for(email).map((each) => each.email);
  const tokenOfLast = () => /\/app\/reset#(\w+)/.exec(mails().at(-1)?.text ?? '')?.[1] ?? '';
  await requestReset(later(), { account: ada.viewer.login });
  await sendNotices(later());
  const earlier = tokenOfLast();
  await sendResetLink(boss, { accountId: ada.viewer.id });
  await sendNotices(later());
  const token = tokenOfLast();
  expect(new Set(['', earlier, token]).size).toBe(3);
  await resetPassword(later(), { token, password: 'another horse in the harbour' });
  await sendNotices(later());
  expect(mails().at(-1)?.subject).toBe('The password of your account was reset');
  expect(await rowOf(ada)).toMatchObject({ state: 'Disabled', leavesAt: new Date(started + 7 * day) });
  await signIn(later(), { account: email, password: 'another horse in the harbour' });
  expect(await rowOf(ada)).toMatchObject({ state: 'Active', leavesAt: null });
});

test('an admin who enables the account keeps it', async () => {
  const [ada, boss] = await Promise.all([person(), person({ admin: true })]);
  await leave(ada);
  await modifyAccount(boss, { accountId: ada.viewer.id, state: 'Active', admin: false });
  await removeAccounts(later(8 * day));
  expect(await rowOf(ada)).toMatchObject({ state: 'Active', leavesAt: null });
});

test.each([
  ['a command', (ctx: UserContext) => changeByOperator(later(), ctx.viewer.login, closed)],
  [
    'a page',
    (ctx: UserContext) => modifyAccount(later(), { accountId: ctx.viewer.id, admin: false, ...closed }),
  ],
])('an admin closes an account that is leaving by %s: it opens no more, and is kept', async (_, close) => {
  const ada = await person();
  await leave(ada);
  await close(ada);
  expect(await rowOf(ada)).toMatchObject({ state: 'Disabled', leavesAt: null });
  expect(await outcome(enter(ada, day))).toBe('auth.accountDisabled');
  await removeAccounts(later(8 * day));
  expect(await rowOf(ada)).toMatchObject({ state: 'Disabled', deletingAt: null });
  const events = await database.db.auditEvent.findMany({ where: { objectId: ada.viewer.id } });
  expect(events.map(({ event }) => event)).toContain('account.disable');
});

test('saving another field of an account that is leaving lets it leave', async () => {
  const ada = await person();
  await leave(ada);
  const change = { admin: false, state: 'Disabled', email: 'ada@example.org' } as const;
  await modifyAccount(later(), { accountId: ada.viewer.id, ...change });
  expect((await rowOf(ada))?.leavesAt).not.toBeNull();
  expect(await outcome(enter(ada, day))).toBe('ok');
});
