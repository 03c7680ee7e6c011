import { describe, expect, test } from 'vitest';
import type { AliasContext, UserContext } from '@/lib/server/context';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, ownAlias, userContext, warmUp } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { notifyReceivers } from './notify-receivers';
import { sendNotices } from './send-notices';

const post = mailServer();

async function person(over: { email?: string | null; language?: string } = {}) {
  const ctx = await userContext();
  const email = over.email === undefined ? `${ctx.viewer.login}@example.com` : over.email;
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { ...over, email } });
  return { ctx, email: email ?? '', login: ctx.viewer.login, id: ctx.viewer.id };
}

/** Queues notices and sends them, as the job does. */
async function notify(ctx: AliasContext, about: { shareId: string }): Promise<void> {
  await notifyReceivers(ctx, about);
  await sendNotices(ctx);
}

type Person = Awaited<ReturnType<typeof person>>;

async function inbox(owner: Person, members: Person[] = [], name = 'Job applications', env = {}) {
  const alias = await ownAlias(owner.ctx, { name, members: members.map(({ id }) => id) });
  const pass = { id: alias.id, ownerId: owner.id, validityMs: 60_000 };
  const ctx: AliasContext = { ...owner.ctx, ...post.over(env), viewer: null, alias: pass };
  return { ctx, shareId: await arrival(owner.ctx, alias.id) };
}

async function arrival(ctx: UserContext, aliasId: string): Promise<string> {
  const { id } = await draftShare(ctx);
  await ctx.db.share.update({ where: { id }, data: { aliasId } });
  return id;
}

const mailsOf = (...people: Person[]) => people.map(({ email }) => post.sink.for(email).length);
const notifiedAt = async ({ db }: AliasContext, id: string) =>
  (await db.share.findUniqueOrThrow({ where: { id } })).notifiedAt;

test('owner and members are told, each in their language and by their name, each in an own mail', async () => {
  const owner = await person({ language: 'ja' });
  const members = [await person({ language: 'cz' }), await person(), await person({ email: null })];
  const { ctx, shareId } = await inbox(owner, members, 'Bewerbungen', { DEFAULT_LANGUAGE: 'de' });
  await ctx.db.delivery.create({ data: { shareId, name: 'Ada Lovelace' } });
  await notify(ctx, { shareId });

  const [toOwner, toCzech, toGerman] = [owner, ...members].map(({ email }) => post.sink.for(email)[0]);
  expect(toOwner?.email.text).toContain(`${owner.login} さん`);
  expect(toCzech?.email.text).toContain('prostřednictvím schránky „Bewerbungen“');
  expect(toGerman?.email.text).toContain('über den Posteingang „Bewerbungen“');
  for (const mail of [toOwner, toCzech, toGerman]) {
    expect(mail?.to).toHaveLength(1);
    expect(mail?.email.subject).toBe('Ada Lovelace – Bewerbungen');
    expect(mail?.email.text).toContain(`https://files.example.org/app/received?at=${shareId}`);
    expect(mail?.email.html).toContain(`<a href="https://files.example.org/app/received?at=${shareId}"`);
    expect(mail?.raw).toMatch(/^auto-submitted: auto-generated\r$/im);
    expect(mail?.email.from).toEqual({ name: 'Slipway', address: 'slipway@example.org' });
  }
});

test('without MAIL_FROM, a notice is sent from its receiver’s address', async () => {
  const owner = await person();
  const { ctx, shareId } = await inbox(owner, [], 'Inbox', { MAIL_FROM: '' });
  await notify(ctx, { shareId });
  expect(post.sink.for(owner.email)[0]).toMatchObject({ from: owner.email, to: [owner.email] });
});

test('an alias’ name is text: no header, no line and no link comes of it', async () => {
  const owner = await person();
  const name =
    'x\r\nBcc: eve@example.com\r\n\r\nhttps://evil.example/ {{user}} <a href="https://evil.example/">';
  const { ctx, shareId } = await inbox(owner, [], name);
  await notify(ctx, { shareId });
  const [mail] = post.sink.for(owner.email);
  expect(post.sink.for('eve@example.com')).toEqual([]);
  expect(mail?.email.bcc).toBeUndefined();
  expect(mail?.email.subject).toMatch(/ – x Bcc: eve@example\.com https/);
  expect(mail?.email.text).toContain('{{user}}');
  expect(mail?.email.html?.match(/<a /g)).toHaveLength(1);
  expect(mail?.email.html).not.toContain('href="https://evil.example');
});

describe('who is told', () => {
  test('members who are switched off, being deleted or removed get no notice', async () => {
    const owner = await person();
    const [off, leaving, former, active] = [await person(), await person(), await person(), await person()];
    const { ctx, shareId } = await inbox(owner, [off, leaving, former, active]);
    await ctx.db.account.update({ where: { id: off.id }, data: { state: 'Disabled' } });
    await ctx.db.account.update({ where: { id: leaving.id }, data: { deletingAt: ctx.now } });
    await ctx.db.aliasMember.deleteMany({ where: { accountId: former.id } });
    await notify(ctx, { shareId });
    expect(mailsOf(owner, active, off, leaving, former)).toEqual([1, 1, 0, 0, 0]);
  });

  test('who is told nothing about one inbox hears of the others', async () => {
    const [owner, member] = [await person(), await person()];
    const [muted, other] = [await inbox(owner, [member]), await inbox(owner, [member])];
    const { id: aliasId } = muted.ctx.alias;
    await owner.ctx.db.alias.update({ where: { id: aliasId }, data: { told: false } });
    await owner.ctx.db.aliasMember.updateMany({ where: { aliasId }, data: { told: false } });
    await expect(notify(muted.ctx, muted)).rejects.toMatchObject({ code: 'mail.noReceivers' });
    await notify(other.ctx, other);
    expect(mailsOf(owner, member)).toEqual([1, 1]);
  });

  test('a stored address that is none, or that is refused, silences nobody else', async () => {
    const owner = await person({ email: 'x@[127.0.0.1]' });
    const members = [await person({ email: `nobody-${owner.login}@example.com` }), await person()];
    const { ctx, shareId } = await inbox(owner, members);
    await notify(ctx, { shareId });
    expect(mailsOf(...members)).toEqual([0, 1]);
    expect(await notifiedAt(ctx, shareId)).toEqual(ctx.now);
  });

  test('when nobody has an address that is said', async () => {
    const { ctx, shareId } = await inbox(await person({ email: null }));
    await expect(notify(ctx, { shareId })).rejects.toMatchObject({ code: 'mail.noReceivers' });
  });

  test('only about shares of this very alias', async () => {
    const owner = await person();
    const [one, other] = [await inbox(owner), await inbox(owner)];
    const own = await draftShare(owner.ctx);
    const { id: linkId } = await publishShare(owner.ctx, { shareId: own.id, reuseId: true });
    for (const shareId of [other.shareId, own.id, linkId, 'none']) {
      const refusal = notify(one.ctx, { shareId });
      await expect(refusal).rejects.toMatchObject({ code: 'share.notFound' });
    }
    expect(mailsOf(owner)).toEqual([0]);
  });
});

describe('how often', () => {
  test('once, however often it is asked for', async () => {
    const owner = await person();
    const { ctx, shareId } = await inbox(owner);
    for (let n = 0; n < 3; n++) await notify(ctx, { shareId });
    expect(mailsOf(owner)).toEqual([1]);
  });

  test('once, also when twenty ask at the same moment', async () => {
    const [owner, member] = [await person(), await person()];
    const { ctx, shareId } = await inbox(owner, [member]);
    await warmUp(ctx, 10);
    await Promise.all(Array.from({ length: 20 }, () => notify(ctx, { shareId })));
    await sendNotices(ctx);
    expect(mailsOf(owner, member)).toEqual([1, 1]);
  });

  test('an alias sends at most two hundred notices a day', async () => {
    const owner = await person();
    const { ctx, shareId } = await inbox(owner);
    await ctx.db.rateLimit.create({
      data: { key: `mail:alias:${ctx.alias.id}`, windowAt: new Date('2026-03-01T00:00:00Z'), count: 199 },
    });
    await notify(ctx, { shareId });
    const next = await arrival(owner.ctx, ctx.alias.id);
    await expect(notify(ctx, { shareId: next })).rejects.toMatchObject({
      code: 'mail.limitReached',
    });
    expect(await notifiedAt(ctx, next)).toBeNull();
    expect(await ctx.db.notice.count({ where: { shareId: next } })).toBe(0);
    expect(mailsOf(owner)).toEqual([1]);
  });

  test('never, when mail is off', async () => {
    const { ctx, shareId } = await inbox(await person(), [], 'Inbox', { SMTP_URL: '' });
    await expect(notify(ctx, { shareId })).rejects.toMatchObject({ code: 'mail.off' });
    expect(await notifiedAt(ctx, shareId)).toBeNull();
  });
});
