import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import type { AliasContext, Context } from '@/lib/server/context';
import type { ScanState } from '@/lib/server/db/generated/client';
import type { Mailer } from '@/lib/server/mail/mailer';
import { saveForm } from '@/lib/server/services/alias/form';
import { modifyAlias, setAliasNotification } from '@/lib/server/services/alias/save';
import { getAlias } from '@/lib/server/services/alias/search';
import { getReceipt } from '@/lib/server/services/delivery/receipt';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { draftShare, newAliasPass, ownAlias, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { notifyReceivers } from './notify-receivers';
import { queueReceipt } from './receipt-mail';
import { sendNotices } from './send-notices';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());
beforeEach(() => database.db.notice.deleteMany());

const noSender = { name: 'off', email: 'off', reference: 'off' };
const away = { SMTP_URL: 'smtp://127.0.0.1:1' };

async function person(name = 'grace') {
  const ctx = await userContext({ db: database.db, now: new Date() });
  const email = `${name}-${ctx.viewer.login}@example.com`;
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { email } });
  return { ctx, email, id: ctx.viewer.id };
}

type Person = Awaited<ReturnType<typeof person>>;

async function arrival(owner: Person, members: Person[] = []) {
  const alias = await ownAlias(owner.ctx, { members: members.map(({ id }) => id) });
  const { id: shareId } = await draftShare(owner.ctx);
  await database.db.share.update({ where: { id: shareId }, data: { aliasId: alias.id } });
  const pass = { id: alias.id, ownerId: owner.id, validityMs: 60_000 };
  const ctx: AliasContext = { ...owner.ctx, ...post.over(), viewer: null, alias: pass };
  await notifyReceivers(ctx, { shareId });
  return { ctx: jobContext(ctx), aliasId: alias.id, shareId, again: () => notifyReceivers(ctx, { shareId }) };
}

const jobContext = ({ alias: _, ...ctx }: AliasContext): Context => ({
  ...ctx,
  client: { address: null, userAgent: null },
});

const mailsOf = (...people: Person[]) => people.map(({ email }) => post.sink.for(email).length);
const makeDue = () =>
  database.db.$executeRaw`UPDATE "Notice" SET "dueAt" = date_trunc('milliseconds', now())`;
const notices = (shareId: string) => database.db.notice.findMany({ where: { shareId } });
const audited = (shareId: string) =>
  database.db.auditEvent.findMany({
    where: { event: 'mail.sent', shareId },
    select: { actorKind: true, details: true },
  });

test('a mail server that was away takes the notices when it is back, each of them once', async () => {
  const [owner, member] = [await person(), await person()];
  const { ctx, shareId, again } = await arrival(owner, [member]);
  await again();
  const before = Date.now();
  expect(await sendNotices({ ...ctx, ...post.over(away) })).toBe(0);
  const waiting = await notices(shareId);
  expect(waiting.map(({ tries }) => tries)).toEqual([1, 1]);
  for (const { dueAt } of waiting) expect(Math.round((dueAt.getTime() - before) / 60_000)).toBe(1);
  // Nobody is asked before that.
  expect(await sendNotices(ctx)).toBe(0);
  expect(mailsOf(owner, member)).toEqual([0, 0]);

  await makeDue();
  expect(await sendNotices(ctx)).toBe(2);
  await again();
  expect(await sendNotices(ctx)).toBe(0);
  expect(mailsOf(owner, member)).toEqual([1, 1]);
  expect(await audited(shareId)).toEqual([{ actorKind: 'system', details: { mails: 2, failed: 0 } }]);
});

test('a notice whose process ended before it was sent is sent by the next one', async () => {
  const owner = await person();
  const { ctx, shareId } = await arrival(owner);
  const dying: Mailer = {
    send: () => Promise.reject(new Error('the process ends here')),
    check: async () => undefined,
    close: () => undefined,
  };
  await expect(sendNotices({ ...ctx, mail: dying })).rejects.toThrow('ends here');
  expect(await notices(shareId)).toHaveLength(1);
  await makeDue();
  await sendNotices(ctx);
  expect(mailsOf(owner)).toEqual([1]);
});

test('a notice that was sent by a process that died before recording it is sent again with the same Message-ID', async () => {
  const owner = await person();
  const { ctx } = await arrival(owner);
  const real = ctx.mail;
  const dying: Mailer = {
    send: async (mail) => {
      await real?.send(mail);
      throw new Error('the process ends here');
    },
    check: async () => undefined,
    close: () => undefined,
  };
  await expect(sendNotices({ ...ctx, mail: dying })).rejects.toThrow('ends here');
  await makeDue();
  await sendNotices(ctx);
  const ids = post.sink.for(owner.email).map(({ email }) => email.messageId);
  expect(ids).toHaveLength(2);
  expect(ids[0]).toMatch(/^<\w{32}@files\.example\.org>$/);
  expect(new Set(ids).size).toBe(1);
});

test('notices that one node is sending are left alone by another, which sends the rest', async () => {
  const [owner, ...members] = await Promise.all(Array.from({ length: 26 }, () => person()));
  if (!owner) throw new Error('nobody is there');
  const { ctx } = await arrival(owner, members);
  let begin = () => {};
  let goOn = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const patience = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const slow: Mailer = {
    send: async (mail) => {
      begin();
      await patience;
      await ctx.mail?.send(mail);
    },
    check: async () => undefined,
    close: () => undefined,
  };
  const first = sendNotices({ ...ctx, mail: slow });
  await begun;
  expect(await sendNotices(ctx)).toBe(6);
  goOn();
  expect(await first).toBe(20);
  expect(new Set(mailsOf(owner, ...members))).toEqual(new Set([1]));
});

test('the longer a notice waits, the longer are its pauses, up to an hour; after three days it is given up', async () => {
  const owner = await person();
  const { ctx, shareId } = await arrival(owner);
  const down = { ...ctx, ...post.over(away) };
  const pauses: number[] = [];
  for (let n = 0; n < 8; n++) {
    await makeDue();
    await sendNotices(down);
    const [notice] = await notices(shareId);
    pauses.push(Math.round(((notice?.dueAt.getTime() ?? 0) - Date.now()) / 60_000));
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);

  await database.db.$executeRaw`UPDATE "Notice" SET "createdAt" = now() - interval '73 hours'`;
  await makeDue();
  await sendNotices(down);
  expect(await notices(shareId)).toEqual([]);
  expect(await audited(shareId)).toEqual([{ actorKind: 'system', details: { mails: 1, failed: 1 } }]);
});

test('a permanent refusal ends the tries at once, and delays no other notice', async () => {
  const [owner, refused] = [await person(), await person('nobody')];
  const { ctx, shareId } = await arrival(owner, [refused]);
  await sendNotices(ctx);
  expect(mailsOf(owner, refused)).toEqual([1, 0]);
  expect(await notices(shareId)).toEqual([]);
  expect(await audited(shareId)).toEqual([{ actorKind: 'system', details: { mails: 2, failed: 1 } }]);
});

test('a person who has left is told nothing, and nobody is told about a deleted share', async () => {
  const [owner, member] = [await person(), await person()];
  const first = await arrival(owner, [member]);
  await database.db.aliasMember.deleteMany({ where: { aliasId: first.aliasId } });
  const second = await arrival(owner, [member]);
  await database.db.share.delete({ where: { id: second.shareId } });
  await sendNotices(first.ctx);
  expect(mailsOf(owner, member)).toEqual([1, 0]);
  expect(await database.db.notice.count()).toBe(0);
});

async function brought(owner: Person, aliasId: string, address: string, note: string) {
  const pass = await newAliasPass(owner.ctx, aliasId);
  const ctx: AliasContext = {
    ...owner.ctx,
    ...post.over(),
    now: new Date(),
    viewer: null,
    alias: pass.alias,
    client: { address, userAgent: null },
  };
  const said = { sender: { name: 'Ada\nLovelace' } };
  const { id: shareId } = await createShareThroughAlias(ctx, {
    name: null,
    description: `# ${note}`,
    maxViews: 1,
    ...said,
  });
  await notifyReceivers(ctx, { shareId });
  return { ctx: jobContext(ctx), shareId };
}

test('deliveries of one sender within a quarter of an hour are one mail after the first, with the messages', async () => {
  const owner = await person();
  const { id: aliasId } = await ownAlias(owner.ctx, { name: 'Papers' });
  const sender = { name: 'optional', email: 'off', reference: 'off' };
  await saveForm(owner.ctx, { ...AliasForm.parse({ sender }), aliasId });
  const first = await brought(owner, aliasId, '192.0.2.7', 'One');
  expect(await sendNotices(first.ctx)).toBe(1);
  const second = await brought(owner, aliasId, '192.0.2.7', 'Two');
  const third = await brought(owner, aliasId, '192.0.2.7', 'Three');
  const [waiting, next] = await Promise.all([notices(second.shareId), notices(third.shareId)]);
  const minutes = ((waiting[0]?.dueAt.getTime() ?? 0) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(13);
  expect(minutes).toBeLessThanOrEqual(15);
  expect(next[0]?.dueAt).toEqual(waiting[0]?.dueAt);
  expect(await sendNotices(first.ctx)).toBe(0);

  const other = await brought(owner, aliasId, '192.0.2.8', 'Four');
  expect(await sendNotices(other.ctx)).toBe(1);
  await database.db.notice.updateMany({ where: { shareId: second.shareId }, data: { dueAt: new Date(0) } });
  expect(await sendNotices(first.ctx)).toBe(2);
  const texts = post.sink.for(owner.email).map(({ email }) => email.text ?? '');
  expect(texts.map((text) => ['One', 'Two', 'Three', 'Four'].filter((note) => text.includes(note)))).toEqual([
    ['One'],
    ['Four'],
    ['Two', 'Three'],
  ]);
  expect(texts[0]).toContain('Name: Ada Lovelace\n');
  expect(texts[2]).toContain(`/app/received?at=${third.shareId}`);
  expect(await database.db.notice.count({ where: { share: { aliasId } } })).toBe(0);
});

test('a flood of deliveries brings whom it names five receipts a day, and spends two mails of those to the owner', async () => {
  const owner = await person();
  const { id: aliasId } = await ownAlias(owner.ctx);
  await saveForm(owner.ctx, { ...AliasForm.parse({ sender: { ...noSender, email: 'optional' } }), aliasId });
  const { alias } = await newAliasPass(owner.ctx, aliasId);
  const sink = post.over({ RATE_LIMITS: 'on' });
  const victims = [...Array(8).keys()].map(
    (n) => `${n % 2 ? 'Victim' : 'victim'}+${n}-${owner.id}@example.com`,
  );
  const victimsMails = () => victims.flatMap((address) => post.sink.for(address)).length;
  for (const [n, email] of victims.entries()) {
    const client = { address: `2001:db8:7::${n}`, userAgent: null };
    const ctx: AliasContext = { ...owner.ctx, ...sink, now: new Date(), viewer: null, alias, client };
    const terms = { name: null, description: null, maxViews: 1 };
    const { id: shareId } = await createShareThroughAlias(ctx, { ...terms, sender: { email } });
    await queueReceipt(ctx, { shareId, languages: [] });
    await notifyReceivers(ctx, { shareId });
    await sendNotices(jobContext(ctx));
  }
  expect(victimsMails()).toBe(5);
  const spent = await database.db.rateLimit.findMany({
    where: { key: { startsWith: 'mail:', endsWith: aliasId } },
  });
  expect(Object.fromEntries(spent.map(({ key, count }) => [key, Number(count)]))).toEqual({
    [`mail:alias:${aliasId}`]: 2,
    [`mail:receipts:${aliasId}`]: 5,
  });
});

test('owner and members choose whether they are told, and keep their choice when members change', async () => {
  const [owner, member, other] = [await person(), await person(), await person()];
  const { id: aliasId } = await ownAlias(owner.ctx, { members: [member.id] });
  await setAliasNotification(owner.ctx, { aliasId, value: false });
  await expect(setAliasNotification(other.ctx, { aliasId, value: false })).rejects.toThrow('alias.notFound');
  const one = await brought(owner, aliasId, '192.0.2.9', 'One');
  await sendNotices(one.ctx);
  expect(mailsOf(owner, member)).toEqual([0, 1]);
  await setAliasNotification(member.ctx, { aliasId, value: false });
  const change = { id: null, name: 'Inbox', validity: 60_000, enabled: true };
  await modifyAlias(owner.ctx, { ...change, aliasId, members: [member.id, other.id] });
  expect((await getAlias(member.ctx, { aliasId })).told).toBe(false);
  expect((await getAlias(other.ctx, { aliasId })).told).toBe(true);
  const two = await brought(owner, aliasId, '192.0.2.10', 'Two');
  await sendNotices(two.ctx);
  expect(mailsOf(owner, member, other)).toEqual([0, 1, 1]);
});

test('a sender who gives an address gets the receipt by mail, once, in the language of the page, and its link opens it', async () => {
  const owner = await person();
  const { id: aliasId } = await ownAlias(owner.ctx, { name: 'Papers' });
  const logo = (
    await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0b6e4f' } })
      .png()
      .toBuffer()
  ).toString('base64');
  const own = { sender: { ...noSender, email: 'optional' }, color: '#ffd400', logo };
  await saveForm(owner.ctx, { ...AliasForm.parse(own), aliasId });
  const { alias } = await newAliasPass(owner.ctx, aliasId);
  const ctx: AliasContext = { ...owner.ctx, ...post.over(), viewer: null, alias };
  const send = async (email: string, languages: string[]) => {
    const terms = { name: null, description: 'One', maxViews: 1 };
    const { id: shareId } = await createShareThroughAlias(ctx, { ...terms, sender: { email } });
    await Promise.all([1, 2, 3].map(() => queueReceipt(ctx, { shareId, languages })));
    await notifyReceivers(ctx, { shareId });
    await sendNotices(jobContext(ctx));
  };
  const address = `ada-${owner.id}@example.com`;
  await send(address, ['fr', 'de']);
  await send(`german-${address}`, ['de']);
  const [mail, ...others] = post.sink.for(address).map(({ email }) => email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Reçu pour « Papers »');
  expect(mail?.html).toMatch(/class="branded" bgcolor="#806a00"[^>]*><a class="branded"[^>]*color:#ffffff/);
  for (const branded of [mail, post.sink.for(owner.email)[0]?.email]) {
    expect(branded?.html).toContain('background:#806a00');
    expect(branded?.html).toContain('alt="Papers"');
    expect(branded?.attachments).toMatchObject([{ mimeType: 'image/png' }]);
  }
  const token = /\/app\/receipt#(\w+)$/m.exec(mail?.text ?? '')?.[1] ?? '';
  expect(await getReceipt(jobContext(ctx), { token })).toMatchObject({ number: 1, note: 'One' });
  await saveForm(owner.ctx, { ...AliasForm.parse({}), aliasId });
  const without = (await newAliasPass(owner.ctx, aliasId)).alias;
  await database.db.delivery.updateMany({ data: { mailedAt: null } });
  const [{ shareId } = { shareId: '' }] = await database.db.delivery.findMany({ where: { email: address } });
  await queueReceipt({ ...ctx, alias: without }, { shareId, languages: [] });
  expect(await notices(shareId)).toEqual([]);
});

test('a receipt waits for the virus scan, and names what it holds back instead of counting it', async () => {
  const owner = await person();
  const { id: aliasId } = await ownAlias(owner.ctx, { name: 'Papers' });
  await saveForm(owner.ctx, { ...AliasForm.parse({ sender: { ...noSender, email: 'optional' } }), aliasId });
  const { alias } = await newAliasPass(owner.ctx, aliasId);
  const ctx: AliasContext = { ...owner.ctx, ...post.over(), viewer: null, alias };
  const address = `sender-${owner.id}@example.com`;
  const terms = { name: null, description: null, maxViews: 1, sender: { email: address } };
  const { id: shareId } = await createShareThroughAlias(ctx, terms);
  const states = { 'Lebenslauf.pdf': 'infected', 'letter.pdf': 'clean', 'late.pdf': 'pending' } as const;
  for (const [name, scan] of Object.entries(states)) await receivedFile(ctx, { shareId, name, scan });
  await queueReceipt(ctx, { shareId, languages: ['en'] });
  const sent = async () => {
    await sendNotices(jobContext(ctx));
    return post.sink.for(address).map(({ email }) => email.text ?? '');
  };
  expect(await sent()).toEqual([]);
  await database.db.file.updateMany({ where: { shareId, name: 'late.pdf' }, data: { scan: 'infected' } });
  const [text = ''] = await sent();
  expect(text).toContain('1 file, 3B · ');
  expect(text).toContain('Lebenslauf.pdf and one other file are held by the virus scan. Ask the recipient.');
});

const receivedFile = (
  { db, newId }: AliasContext,
  { shareId, name, scan }: { shareId: string; name: string; scan: ScanState },
) =>
  db.file.create({
    data: {
      ...{ id: newId(), shareId, name, scan, mimeType: 'application/pdf', state: 'complete' },
      ...{ sizeBytes: 3n, storedBytes: 3n, crc32: '00000000', sha256: 'ab', completedAt: new Date() },
    },
  });
