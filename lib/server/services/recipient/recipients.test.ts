import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Context, UserContext } from '@/lib/server/context';
import { NotSent } from '@/lib/server/mail/mailer';
import { getShareActivity } from '@/lib/server/services/activity/share-activity';
import { recordDownload } from '@/lib/server/services/download/record';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { openFile } from '@/lib/server/services/open/open-files';
import { openShare } from '@/lib/server/services/open/open-share';
import { peekShare } from '@/lib/server/services/open/peek';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { addRecipients } from './add';
import { proveCode, sendCode } from './code';
import {
  listRecipients,
  recordRefusal,
  recordSent,
  sendAgain,
  setOnlyRecipients,
  withdrawRecipient,
} from './recipients';
import { suggestShareMail } from './suggest';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());
beforeEach(() => database.db.notice.deleteMany());

const none = { password: null, passwordCookie: null, visitCookie: null };
const dead = { code: 'open.notFound' };
const hour = 3_600_000;
let serial = 0;
const someone = (name: string) => `${name}-${process.pid}-${serial++}@example.org`;
const makeDue = () => database.db.$executeRaw`UPDATE "Notice" SET "dueAt" = now() - interval '1 second'`;

async function sharing({
  isPublished = true,
  mail = post.over(),
}: {
  isPublished?: boolean;
  mail?: object;
} = {}) {
  const owner: UserContext = { ...(await userContext({ db: database.db, now: new Date() })), ...mail };
  const { viewer } = owner;
  const email = `${viewer.login}@example.org`;
  await database.db.account.update({ where: { id: viewer.id }, data: { email, language: 'en' } });
  const { id: shareId } = await draftShare(owner, { maxViews: 50, validityMs: 24 * hour });
  if (isPublished) await publishShare(owner, { shareId, reuseId: true });
  const add = (to: string[], over = {}) => addRecipients(owner, { shareId, to, languages: [], ...over });
  const list = async () => (await listRecipients(owner, { shareId })).items;
  const rowOf = (address: string) =>
    database.db.recipient.findUniqueOrThrow({
      where: { shareId_key: { shareId, key: address.toLowerCase() } },
    });
  const job: Context = { ...owner, viewer: null as never, client: { address: null, userAgent: null } };
  const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)';
  const visitor: Context = { ...job, client: { address: '192.0.2.7', userAgent } };
  return { owner, shareId, add, list, rowOf, job, visitor };
}

const codeIn = (address: string) =>
  post.sink
    .for(address)
    .flatMap(({ email }) => /^\d{6}$/m.exec(email.text ?? '') ?? [])
    .at(-1) ?? '';

test('a mail has the subject and message that were written for it, also none', async () => {
  const { owner, shareId, add, job } = await sharing();
  await owner.db.share.update({ where: { id: shareId }, data: { description: 'Dear all.' } });
  const [ada, bob, cyd] = [someone('ada'), someone('bob'), someone('cyd')];
  await add([ada], { subject: ' The contract ', message: 'Sign it.' });
  await add([bob], { subject: '', message: '' });
  await add([cyd], {});
  await sendNotices(job);
  const mailOf = (address: string) => post.sink.for(address).at(-1)?.email;
  expect(mailOf(ada)).toMatchObject({ subject: 'The contract', text: expect.stringMatching(/^Sign it\.\n/) });
  expect(mailOf(bob)?.subject).toBe(`${owner.viewer.login}: Plans`);
  expect(mailOf(bob)?.text).not.toContain('Dear all.');
  expect(mailOf(cyd)?.text).toContain('Dear all.');
});

test('their mail is suggested as it would be sent: title and message, or nothing behind a password', async () => {
  const { owner, shareId } = await sharing();
  const { login } = owner.viewer;
  await owner.db.share.update({ where: { id: shareId }, data: { description: '**Dear** Grace' } });
  const suggested = async () => (await suggestShareMail(owner, { id: shareId, languages: [] })).personal;
  expect(await suggested()).toEqual({ subject: `${login}: Plans`, message: 'Dear Grace' });
  await setShareField(owner, shareId, { password: 'regatta' });
  expect(await suggested()).toEqual({ subject: `${login} has shared files with you`, message: '' });
});

test('recipients open their links however often, and leave the views of the public link to others', async () => {
  const { owner, shareId, add, rowOf, job, visitor } = await sharing();
  await setShareField(owner, shareId, { maxViews: 1 });
  const ada = someone('ada');
  await add([ada]);
  const { linkId } = await rowOf(ada);
  for (const _ of [1, 2, 3]) await openShare(visitor, linkId, none);
  const publication = () => database.db.publication.findUniqueOrThrow({ where: { shareId } });
  expect(await publication()).toMatchObject({ views: 0, lastAccessAt: visitor.now });
  await openShare(visitor, (await publication()).linkId, none);
  await expect(openShare(visitor, (await publication()).linkId, none)).rejects.toThrow('open.notFound');
  await openShare(visitor, linkId, none);
  const bob = someone('bob');
  await add([bob]);
  await sendNotices(job);
  expect(post.sink.for(bob)).toHaveLength(1);
});

test('each recipient gets a link of their own, and its owner learns who opened and downloaded', async () => {
  const { owner, shareId, add, list, rowOf, job, visitor } = await sharing();
  const [ada, bob] = [someone('ada'), someone('bob')];
  expect(await add([`Ada <${ada}>; ${bob}`], { message: 'See you.' })).toEqual({ added: 2, known: 0 });
  expect(await sendNotices(job)).toBe(2);
  const [mail] = post.sink.for(ada);
  const { linkId, id: recipientId } = await rowOf(ada);
  expect(mail?.email.text).toContain(`/app/open/${linkId}`);
  expect(mail?.email.text).toContain('See you.');
  expect(mail?.email.subject).toBe(`${owner.viewer.login}: Plans`);
  const { publishUntil } = await database.db.publication.findUniqueOrThrow({ where: { shareId } });
  const words = { dateStyle: 'long', timeZone: 'UTC' } as const;
  const day = new Intl.DateTimeFormat('en-GB', words).format(publishUntil);
  expect(mail?.email.text).toContain(`until ${day} at `);
  expect((await rowOf(bob)).linkId).not.toBe(linkId);

  const { detail, pass } = await openShare(visitor, linkId, none);
  expect(detail).toMatchObject({ id: linkId, publishInfo: { id: linkId } });
  const visit = await database.db.visit.findFirstOrThrow({ where: { shareId } });
  const sent = {
    sizeBytes: 5,
    sentBytes: 5,
    isWhole: true,
    isRange: false,
    hasEnd: true,
    startedAt: new Date(),
  };
  await recordDownload(visitor, { shareId, fileId: null, visitId: visit.id, recipientId }, sent);
  expect(pass).not.toBeNull();

  const { items } = await getShareActivity(owner, { shareId, page: 1, pageSize: 20 });
  expect(items.find(({ kind }) => kind === 'opened')).toMatchObject({
    recipient: ada,
    downloads: [{ kind: 'zip' }],
  });
  const people = await list();
  expect(people.find(({ address }) => address === ada)).toMatchObject({
    state: 'sent',
    downloads: 1,
    opened: expect.any(Number),
    system: 'iPhone',
    downloaded: expect.any(Number),
    hasAll: true,
  });
  expect(people.find(({ address }) => address === bob)).toMatchObject({
    state: 'sent',
    downloads: 0,
    opened: null,
    system: null,
    downloaded: null,
    hasAll: false,
  });
  const row = {
    shareId,
    name: 'a',
    sizeBytes: 9,
    storedBytes: 9,
    mimeType: 'text/plain',
    state: 'complete',
  } as const;
  await database.db.file.createMany({
    data: ['one', 'two'].map((id) => ({ ...row, id: owner.newId() + id })),
  });
  const hasAll = async () => (await list()).find(({ address }) => address === ada)?.hasAll;
  expect(await hasAll()).toBe(false);
  for (const { id } of await database.db.file.findMany({ where: { shareId } })) {
    expect(await hasAll()).toBe(false);
    await recordDownload(visitor, { shareId, fileId: id, visitId: visit.id, recipientId }, sent);
  }
  expect(await hasAll()).toBe(true);
});

test('a share that is not published yet mails its links when it is', async () => {
  const { owner, shareId, add, job } = await sharing({ isPublished: false });
  const ada = someone('ada');
  await add([ada]);
  expect(await sendNotices(job)).toBe(0);
  await publishShare(owner, { shareId, reuseId: true });
  await unpublishShare(owner, { shareId });
  await publishShare(owner, { shareId, reuseId: true });
  await sendNotices(job);
  await publishShare(owner, { shareId, reuseId: true });
  await sendNotices(job);
  expect(post.sink.for(ada)).toHaveLength(1);
});

test('a link for recipients asks for a mailed code, once, and again when it is forwarded', async () => {
  const { owner, shareId, add, rowOf, job, visitor } = await sharing();
  const ada = someone('ada');
  await add([ada], { only: true });
  const { linkId } = await rowOf(ada);
  const general = (await database.db.publication.findUniqueOrThrow({ where: { shareId } })).linkId;
  await expect(openShare(visitor, general, none)).rejects.toMatchObject({ code: 'open.recipientsOnly' });
  await expect(openShare(visitor, linkId, none)).rejects.toMatchObject({ code: 'open.codeRequired' });
  expect(await peekShare(visitor, linkId, null)).toMatchObject({
    asks: 'code',
    title: null,
    total: null,
    until: null,
    isPersonal: true,
  });
  expect(await peekShare(visitor, general, null)).toMatchObject({
    asks: 'people',
    title: null,
    total: null,
    until: null,
    isPersonal: false,
  });

  expect(await sendCode(visitor, { linkId })).toEqual({ address: 'a…@example.org' });
  await sendNotices(job);
  const code = codeIn(ada);
  const wrong = code === '000000' ? '000001' : '000000';
  await expect(proveCode(visitor, { linkId, code: wrong })).rejects.toMatchObject({ code: 'open.codeWrong' });
  const { proof } = await proveCode(visitor, { linkId, code: ` ${code} ` });
  await expect(proveCode(visitor, { linkId, code })).rejects.toMatchObject({ code: 'open.codeOver' });
  const { pass } = await openShare(visitor, linkId, { ...none, recipientCookie: proof });
  expect(await database.db.visit.count({ where: { shareId } })).toBe(1);
  const file = openFile(visitor, { linkId, fileId: 'x' }, { ...none, visitCookie: pass?.visit ?? null });
  await expect(file).rejects.toMatchObject({ code: 'file.notFound' });
  await expect(openFile(visitor, { linkId, fileId: 'x' }, none)).rejects.toMatchObject({
    code: 'open.codeRequired',
  });
  await expect(openShare(visitor, linkId, none)).rejects.toMatchObject({ code: 'open.codeRequired' });

  await setOnlyRecipients(owner, { shareId, only: false });
  await expect(openShare(visitor, general, none)).resolves.toBeTruthy();
});

test('a recipient’s code opens no link of another recipient or share', async () => {
  const here = await sharing();
  const there = await sharing();
  const [ada, bob] = [someone('ada'), someone('bob')];
  await here.add([ada, bob], { only: true });
  await there.add([ada], { only: true });
  const [own, others, elsewhere] = await Promise.all([here.rowOf(ada), here.rowOf(bob), there.rowOf(ada)]);
  await sendCode(here.visitor, { linkId: own.linkId });
  await sendNotices(here.job);
  const code = codeIn(ada);
  for (const { linkId } of [others, elsewhere])
    await expect(proveCode(here.visitor, { linkId, code })).rejects.toMatchObject({ code: 'open.codeOver' });
  const { proof } = await proveCode(here.visitor, { linkId: own.linkId, code });
  const { pass } = await openShare(here.visitor, own.linkId, { ...none, recipientCookie: proof });
  for (const { linkId } of [others, elsewhere]) {
    const shown = { ...none, recipientCookie: proof, visitCookie: pass?.visit ?? null };
    await expect(openShare(here.visitor, linkId, shown)).rejects.toMatchObject({ code: 'open.codeRequired' });
  }
});

test('a code is right however it was pasted, and what hasn’t six digits is no try', async () => {
  const { add, rowOf, job, visitor } = await sharing();
  const ada = someone('ada');
  await add([ada], { only: true });
  const { linkId, id: recipientId } = await rowOf(ada);
  await sendCode(visitor, { linkId });
  await sendNotices(job);
  for (const code of ['', '12345', 'Code:', '1234567', '１２３', 'my password']) {
    await expect(proveCode(visitor, { linkId, code })).rejects.toMatchObject({ code: 'open.codeNotSix' });
  }
  expect(await database.db.recipientCode.findUnique({ where: { recipientId } })).toMatchObject({ tries: 0 });
  const code = codeIn(ada);
  const pasted = `Code:\u00a0${code.slice(0, 3)}-\u200b${code.slice(3)}`;
  expect((await proveCode(visitor, { linkId, code: pasted })).proof).not.toBe('');
});

test('guessed in parallel on two nodes, a code gives five tries, and lets in once', async () => {
  const { add, rowOf, job, visitor } = await sharing();
  const ada = someone('ada');
  await add([ada], { only: true });
  const { linkId, id: recipientId } = await rowOf(ada);
  const prove = (code: string) =>
    proveCode(visitor, { linkId, code }).then(
      () => 'in',
      ({ code }) => code,
    );
  await sendCode(visitor, { linkId });
  await sendNotices(job);
  const right = codeIn(ada);
  const wrong = right === '111111' ? '222222' : '111111';
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => prove(wrong)));
  expect(outcomes.filter((code) => code === 'open.codeWrong')).toHaveLength(5);
  expect(await prove(right)).toBe('open.codeOver');

  await sendCode(visitor, { linkId });
  await sendNotices(job);
  const again = codeIn(ada);
  const both = await Promise.all([prove(again), prove(again), prove(again)]);
  expect(both.filter((outcome) => outcome === 'in')).toHaveLength(1);
  expect(await database.db.recipientCode.count({ where: { recipientId } })).toBe(0);
});

test('a new code ends the one before, and each is over after 15 minutes', async () => {
  const { add, rowOf, job, visitor } = await sharing();
  const ada = someone('ada');
  await add([ada], { only: true });
  const { linkId } = await rowOf(ada);
  await sendCode(visitor, { linkId });
  await sendNotices(job);
  const first = codeIn(ada);
  await sendCode(visitor, { linkId });
  await sendNotices(job);
  const second = codeIn(ada);
  if (first !== second)
    await expect(proveCode(visitor, { linkId, code: first })).rejects.toMatchObject({
      code: 'open.codeWrong',
    });
  const late = { ...visitor, now: new Date(Date.now() + 16 * 60_000) };
  await expect(proveCode(late, { linkId, code: second })).rejects.toMatchObject({ code: 'open.codeOver' });
});

test('a recipient who was withdrawn loses access even during a visit, and gets a new link when added again', async () => {
  const { owner, shareId, add, list, rowOf, job, visitor } = await sharing();
  const ada = someone('ada');
  await add([ada]);
  await sendNotices(job);
  const { linkId, id: recipientId } = await rowOf(ada);
  const { pass } = await openShare(visitor, linkId, none);
  const visiting = { ...none, visitCookie: pass?.visit ?? null };
  await expect(openFile(visitor, { linkId, fileId: 'x' }, visiting)).rejects.toMatchObject({
    code: 'file.notFound',
  });
  await withdrawRecipient(owner, { shareId, recipientId });
  await expect(openFile(visitor, { linkId, fileId: 'x' }, visiting)).rejects.toMatchObject(dead);
  expect(await list()).toMatchObject([{ state: 'withdrawn' }]);
  await expect(sendAgain(owner, { shareId, recipientId })).rejects.toMatchObject({
    code: 'recipient.notFound',
  });
  await add([ada]);
  expect((await rowOf(ada)).linkId).not.toBe(linkId);
  await expect(openShare(visitor, linkId, none)).rejects.toMatchObject(dead);
});

test('one mailbox gets a limited number of links and codes an hour, across all shares', async () => {
  const now = new Date(Math.floor(Date.now() / hour) * hour); // all in one window
  const mail = { ...post.over({ RATE_LIMITS: 'on' }), now };
  const ada = someone('ada');
  const shares = [];
  for (let n = 0; n < 20; n++) shares.push(await sharing({ mail }));
  for (const { add } of shares) await add([ada], { only: true });
  const [one] = shares;
  if (!one) throw new Error('there is none');
  const { id: recipientId } = await one.rowOf(ada);
  const full = { code: 'mail.receiverLimit' };
  await expect(sendAgain(one.owner, { shareId: one.shareId, recipientId })).rejects.toMatchObject(full);
  await expect((await sharing({ mail })).add([ada])).rejects.toMatchObject(full);
  expect(await one.add([ada, someone('bob')]).catch(({ code }) => code)).toBe(full.code);

  const codes = [];
  for (const { visitor, rowOf } of shares.slice(0, 7)) {
    const { linkId } = await rowOf(ada);
    for (let n = 0; n < 3; n++) codes.push(await sendCode(visitor, { linkId }).catch(({ code }) => code));
  }
  expect(codes.filter((code) => code === 'limit.attempts')).toHaveLength(1);
});

test('a recipient twice is one, however they are written', async () => {
  const { add, list } = await sharing();
  const ada = someone('ada');
  expect(await add([ada, ada.toUpperCase(), `Ada <${ada}>`])).toEqual({ added: 1, known: 0 });
  expect(await add([ada.toUpperCase()])).toEqual({ added: 0, known: 1 });
  expect(await list()).toHaveLength(1);
});

test('two hundred are mailed one by one; of ten thousand pasted ones none is', async () => {
  const { add, list, job } = await sharing();
  const many = (count: number) => Array.from({ length: count }, (_, n) => `p${n}-${serial}@example.org`);
  await expect(add([many(10_000).join('; ')])).rejects.toMatchObject({
    code: 'mail.tooManyRecipients',
    values: { max: 200, count: 10_000 },
  });
  await expect(add(['nobody'])).rejects.toMatchObject({ code: 'mail.badRecipients' });
  expect(await add(many(200))).toEqual({ added: 200, known: 0 });
  await expect(add([someone('one-more')])).rejects.toMatchObject({ code: 'mail.tooManyRecipients' });
  expect(await sendNotices(job)).toBe(200);
  expect((await list()).filter(({ state }) => state === 'sent')).toHaveLength(200);
});

test('a mail server that is away gets the mails when it is back; what it refuses is named', async () => {
  const away = await sharing({ mail: post.over({ SMTP_URL: 'smtp://127.0.0.1:1' }) });
  const ada = someone('ada');
  await away.add([ada]);
  expect(await sendNotices(away.job)).toBe(0);
  expect(await away.list()).toMatchObject([{ state: 'waiting' }]);
  await makeDue();
  expect(await sendNotices({ ...away.job, ...post.over() })).toBe(1);
  expect(await away.list()).toMatchObject([{ state: 'sent' }]);
  const here = await sharing();
  await here.add([someone('nobody')]);
  await sendNotices(here.job);
  expect(await here.list()).toMatchObject([{ state: 'refused', refusal: expect.stringMatching(/^5/) }]);
});

test('who is added again waits for the new mail, and what it is refused for is named', async () => {
  const { owner, shareId, add, list, rowOf, job } = await sharing();
  const ada = someone('ada');
  await add([ada]);
  await sendNotices(job);
  await withdrawRecipient(owner, { shareId, recipientId: (await rowOf(ada)).id });
  await add([ada]);
  expect(await list()).toMatchObject([{ state: 'waiting', refusal: null }]);
  const mail = { send: () => Promise.reject(new NotSent('550 gone', {})) } as unknown as Context['mail'];
  await sendNotices({ ...job, mail });
  expect(await list()).toMatchObject([{ state: 'refused', refusal: '550 gone' }]);
});

test('a link that its mail server takes for three days from nobody is no longer waited for', async () => {
  const { add, list, job } = await sharing({ mail: post.over({ SMTP_URL: 'smtp://127.0.0.1:1' }) });
  await add([someone('ada')]);
  await sendNotices(job);
  await database.db.$executeRaw`
    UPDATE "Notice" SET "createdAt" = now() - interval '71 hours', "dueAt" = now() - interval '1 second'`;
  await sendNotices({ ...job, now: new Date() });
  expect(await list()).toMatchObject([{ state: 'waiting' }]);
  await database.db.$executeRaw`
    UPDATE "Notice" SET "createdAt" = now() - interval '73 hours', "dueAt" = now() - interval '1 second'`;
  await sendNotices({ ...job, now: new Date() });
  expect(await database.db.notice.count()).toBe(0);
  expect(await list()).toMatchObject([{ state: 'refused' }]);
});

test('only its owner sees and decides whom a share is for', async () => {
  const { shareId, add, rowOf } = await sharing();
  const ada = someone('ada');
  await add([ada]);
  const { id: recipientId } = await rowOf(ada);
  const stranger = { ...(await userContext({ db: database.db })), ...post.over() };
  const refused = { code: 'share.notFound' };
  await expect(listRecipients(stranger, { shareId })).rejects.toMatchObject(refused);
  await expect(addRecipients(stranger, { shareId, to: [ada], languages: [] })).rejects.toMatchObject(refused);
  await expect(setOnlyRecipients(stranger, { shareId, only: true })).rejects.toMatchObject(refused);
  await expect(withdrawRecipient(stranger, { shareId, recipientId })).rejects.toMatchObject(refused);
  await expect(sendAgain(stranger, { shareId, recipientId })).rejects.toMatchObject(refused);
});

test('a link that is mailed again before the share is published waits for that', async () => {
  const { owner, shareId, add, list, rowOf, job } = await sharing({ isPublished: false });
  const ada = someone('ada');
  await add([ada]);
  await sendAgain(owner, { shareId, recipientId: (await rowOf(ada)).id });
  await sendNotices(job);
  expect([post.sink.for(ada), (await list()).map(({ state }) => state)]).toEqual([[], ['waiting']]);
  await publishShare(owner, { shareId, reuseId: true });
  await sendNotices({ ...job, now: new Date() });
  expect(post.sink.for(ada)).toHaveLength(1);
});

test('a file that a recipient only looked at on the page isn’t downloaded', async () => {
  const { owner, shareId, add, list, rowOf, visitor } = await sharing();
  const ada = someone('ada');
  await add([ada]);
  const { linkId, id: recipientId } = await rowOf(ada);
  const fileId = owner.newId();
  const file = { id: fileId, shareId, name: 'a', sizeBytes: 9, mimeType: 'text/plain' };
  await database.db.file.create({ data: { ...file, state: 'complete', storedBytes: 9 } });
  await openShare(visitor, linkId, none);
  const { id: visitId } = await database.db.visit.findFirstOrThrow({ where: { shareId } });
  const sent = {
    sizeBytes: 9,
    sentBytes: 9,
    isWhole: true,
    isRange: false,
    hasEnd: true,
    startedAt: new Date(),
  };
  const download = { shareId, fileId, visitId, recipientId };
  await recordDownload(visitor, { ...download, isShown: true }, sent);
  expect(await list()).toMatchObject([{ downloaded: null, hasAll: false }]);
  await recordDownload(visitor, download, sent);
  expect(await list()).toMatchObject([{ downloaded: expect.any(Number), hasAll: true }]);
});

test('a mail that went out stays sent, whatever is refused later, and one that was refused is sent once it goes out', async () => {
  const { add, list, rowOf, job } = await sharing();
  const ada = someone('ada');
  await add([ada]);
  const { id } = await rowOf(ada);
  const refuse = () =>
    recordRefusal(job, id, { refusal: 'No such user' } as Parameters<typeof recordRefusal>[2]);
  await refuse();
  expect(await list()).toMatchObject([{ state: 'refused', refusal: 'No such user' }]);
  await recordSent(job, id);
  await refuse();
  expect(await list()).toMatchObject([{ state: 'sent', refusal: null }]);
});
