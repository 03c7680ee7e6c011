import { describe, expect, test } from 'vitest';
import { Letter } from '@/lib/contract/mail';
import type { UserContext } from '@/lib/server/context';
import { draftShare, noon, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { sendMail } from './send';

const post = mailServer();

async function sender(env: Record<string, string> = {}) {
  const ctx = await userContext(post.over(env));
  const { id, login } = ctx.viewer;
  const email = `${login}@example.org`;
  await ctx.db.account.update({ where: { id }, data: { email } });
  return { ctx, email, login, to: (name: string) => `${name}.${login}@example.com` };
}

const send = (ctx: UserContext, recipients: unknown, over: { subject?: unknown; body?: unknown } = {}) =>
  new Promise((resolve) =>
    resolve(Letter.parse({ recipients, subject: 'Plans', body: 'Here they are.', ...over })),
  ).then((letter) => sendMail(ctx, { ...(letter as Letter), languages: [] }));

test('each receiver gets an own mail that names nobody else, and answers go to the sender', async () => {
  const { ctx, email, login, to } = await sender();
  await send(ctx, [to('grace'), ` ${to('katherine')} `, to('GRACE'), '']);
  for (const name of ['grace', 'katherine']) {
    const [mail, ...more] = post.sink.for(to(name));
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ from: 'slipway@example.org', to: [to(name)] });
    expect(mail?.email).toMatchObject({
      from: { name: 'Slipway', address: 'slipway@example.org' },
      to: [{ address: to(name) }],
      replyTo: [{ name: login, address: email }],
      subject: 'Plans',
    });
    expect(mail?.raw).not.toContain(to(name === 'grace' ? 'katherine' : 'grace'));
    expect(mail?.raw).not.toMatch(/^auto-submitted:/im);
  }
  expect(post.sink.for(to('GRACE'))).toEqual([]);
});

test('receivers come as a mail program writes them: names and separators reach no header', async () => {
  const { ctx, to } = await sender();
  const [a, b, c] = [to('a'), to('b'), to('c')];
  const names = `"Lovelace, Ada\nBcc: x" <${a}>; =?utf-8?q?eve?= <mailto:${b}>`;
  await expect(send(ctx, [names, `${c}, ${a}`])).rejects.toMatchObject({ code: 'mail.badRecipients' });
  expect(await send(ctx, [names.replace('\nBcc: x', ''), `${c}, ${a}`])).toEqual({ sent: 3, failed: [] });
  for (const address of [a, b, c]) {
    expect(post.sink.for(address).map(({ to: envelope }) => envelope)).toEqual([[address]]);
    expect(post.sink.for(address)[0]?.email.to).toEqual([{ address, name: '' }]);
    expect(post.sink.for(address)[0]?.raw).not.toMatch(/lovelace|eve/i);
  }
});

test('a mail about somebody else’s share is refused like one about none, and nobody gets it', async () => {
  const { ctx, to } = await sender();
  const theirs = await draftShare((await sender()).ctx);
  const about = (share: string) =>
    sendMail(ctx, { recipients: [to('grace')], subject: 'Plans', body: '', languages: [], share });
  for (const share of [theirs.id, 'nobody-made-this'])
    await expect(about(share)).rejects.toMatchObject({ code: 'share.notFound' });
  expect(post.sink.for(to('grace'))).toEqual([]);
  expect(await ctx.db.shareEvent.count({ where: { shareId: theirs.id } })).toBe(0);
  expect(await about((await draftShare(ctx)).id)).toEqual({ sent: 1, failed: [] });
});

test('one mailbox gets a limited number of mails an hour from everybody, however it is written; refused mails don’t count', async () => {
  const [first, second] = [await sender({ RATE_LIMITS: 'on' }), await sender({ RATE_LIMITS: 'on' })];
  const [full, other] = [first.to('grace'), first.to('katherine')];
  for (let n = 0; n < 20; n++) await send(first.ctx, [full]);
  for (const address of [full, first.to('GRACE'), full.replace('@', '+more@')])
    await expect(send(second.ctx, [other, address])).rejects.toMatchObject({
      code: 'mail.receiverLimit',
      values: { max: 20, list: address },
    });
  expect([post.sink.for(full).length, post.sink.for(other).length]).toEqual([20, 0]);
  const spent = await second.ctx.db.rateLimit.findMany({
    where: { key: `mail:user:${second.ctx.viewer.id}` },
  });
  expect(spent.map(({ count }) => Number(count))).toEqual([0]);
  for (let n = 0; n < 20; n++) await send(second.ctx, [other]);
});

test('the text comes as it was written, and once more in HTML with links', async () => {
  const { ctx, to } = await sender();
  const body = 'Grüße <b>\r\n\r\n.\nhttps://files.example.org/app/open/x\u0007\n日本語';
  await send(ctx, [to('grace')], { body });
  const { text, html } = post.sink.for(to('grace'))[0]?.email ?? {};
  expect(text?.trimEnd()).toBe('Grüße <b>\n\n.\nhttps://files.example.org/app/open/x\n日本語');
  expect(html).toContain('>Grüße &lt;b&gt;</p>');
  expect(html).toContain('<a href="https://files.example.org/app/open/x"');
});

test('domains in other scripts are written to under their ASCII name', async () => {
  const { ctx, login } = await sender();
  await send(ctx, [`${login}@bücher.example`]);
  const [mail] = post.sink.for(`${login}@bücher.example`); // the sink turns it back for its readers
  expect(mail?.raw).toContain(`To: ${login}@xn--bcher-kva.example\r\n`);
});

describe('without MAIL_FROM', () => {
  test('a mail comes from the person’s own address', async () => {
    const { ctx, email, login, to } = await sender({ MAIL_FROM: '' });
    await send(ctx, [to('grace')]);
    const [mail] = post.sink.for(to('grace'));
    expect(mail?.from).toBe(email);
    expect(mail?.email.from).toEqual({ name: login, address: email });
    expect(mail?.email.replyTo).toBeUndefined();
  });

  test.each([null, 'not an address', 'ada@[127.0.0.1]'])('and %j is none', async (email) => {
    const { ctx, to } = await sender({ MAIL_FROM: '' });
    await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { email } });
    await expect(send(ctx, [to('grace')])).rejects.toMatchObject({ code: 'mail.noSender' });
  });
});

describe('nothing is injected', () => {
  const attacks: [string, (own: string) => { recipients?: unknown[]; subject?: unknown; body?: unknown }][] =
    [
      ['a header by the subject', () => ({ subject: 'x\r\nBcc: eve@example.com' })],
      ['a header by the subject with a bare LF', () => ({ subject: 'x\nBcc: eve@example.com' })],
      ['a header by the subject with a bare CR', () => ({ subject: 'x\rBcc: eve@example.com' })],
      ['a body by the subject', () => ({ subject: 'x\r\n\r\n<h1>hello</h1>' })],
      ['a line by a line separator', () => ({ subject: 'x\u2028Bcc: eve@example.com' })],
      ['NUL by the subject', () => ({ subject: 'x\0' })],
      ['half a character by the subject', () => ({ subject: 'x\ud800' })],
      ['an object by the subject', () => ({ subject: { path: '/etc/passwd' } })],
      ['a file by the body', () => ({ body: { path: '/etc/passwd' } })],
      ['a URL by the body', () => ({ body: { href: 'http://127.0.0.1/' } })],
      ['NUL by the body', () => ({ body: 'x\0' })],
      ['a header by an address', () => ({ recipients: ['a@example.com\r\nBcc: eve@example.com'] })],
      ['a command by an address', () => ({ recipients: ['a@example.com>\r\nRCPT TO:<eve@example.com'] })],
      ['parameters by an address', () => ({ recipients: ['a@example.com> SIZE=1'] })],
      ['a group', () => ({ recipients: ['all: a@example.com, eve@example.com;'] })],
      ['a quoted local part', () => ({ recipients: ['"eve@example.com"@example.org'] })],
      ['a machine’s address', () => ({ recipients: ['a@[127.0.0.1]'] })],
      ['a machine’s address without brackets', () => ({ recipients: ['a@127.0.0.1'] })],
      ['a route', () => ({ recipients: ['@relay.example:a@example.com'] })],
      ['a percent route', () => ({ recipients: ['eve%example.com@example.org'] })],
      ['a program', () => ({ recipients: ['|/bin/sh@example.com'] })],
      ['NUL by an address', () => ({ recipients: ['a@example.com\0.example.org'] })],
      ['an object as an address', () => ({ recipients: [{ name: 'x', address: 'eve@example.com' }] })],
      ['a comment', () => ({ recipients: ['a@example.com (eve@example.com)'] })],
      ['a bad address among good ones', (own) => ({ recipients: [own, 'eve@'] })],
    ];

  test.each(attacks)('%s', async (_, attack) => {
    const { ctx, to } = await sender();
    const before = post.sink.mails.length;
    const { recipients = [to('grace')], ...over } = attack(to('grace'));
    await expect(send(ctx, recipients, over)).rejects.toThrow();
    expect(post.sink.mails.slice(before).filter(({ raw }) => raw.includes(ctx.viewer.login))).toEqual([]);
  });

  test('a body can’t add headers to a mail', async () => {
    const { ctx, to } = await sender();
    const body =
      'x\r\n.\r\nMAIL FROM:<eve@example.com>\r\nRCPT TO:<eve@example.com>\r\nDATA\r\n\n.\n\r.\r--_NmP\r\nContent-Type: text/html';
    await send(ctx, [to('grace')], { body });
    expect(post.sink.for(to('grace'))).toHaveLength(1);
    expect(post.sink.for('eve@example.com')).toEqual([]);
    expect(post.sink.for(to('grace'))[0]?.email.text).toContain('RCPT TO:<eve@example.com>');
    expect(post.sink.for(to('grace'))[0]?.email.attachments).toEqual([]);
  });

  test.each(['"><eve@example.com>', 'x\r\nBcc: eve@example.com', 'a@example.com, eve'])(
    'a login like %j is a name and nothing else',
    async (start) => {
      const { ctx, email, to } = await sender();
      const login = `${start} ${ctx.viewer.id}`.toLowerCase();
      await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { login } });
      await send(ctx, [to('grace')]);
      const [mail] = post.sink.for(to('grace'));
      expect(mail?.email.replyTo).toEqual([{ name: login.replace('\r\n', ' '), address: email }]);
      expect(mail?.email.bcc).toBeUndefined();
      expect(mail?.raw).not.toMatch(/^bcc/im);
    },
  );

  test('wrong addresses are named as they were written', async () => {
    const { ctx, to } = await sender();
    await expect(send(ctx, [to('grace'), 'ada', 'Eve <eve@>'])).rejects.toMatchObject({
      code: 'mail.badRecipients',
      values: { count: 2, list: 'ada, Eve <eve@>' },
    });
  });
});

describe('what was not sent', () => {
  test('a refused receiver keeps no other from getting the mail, and is reported in the mail server’s words', async () => {
    const { ctx, to } = await sender();
    const refused = `nobody-${to('x')}`;
    await expect(send(ctx, [to('grace'), refused, to('katherine')])).rejects.toMatchObject({
      code: 'mail.someFailed',
      values: { sent: 2, list: `${refused} (550 5.1.1 no such user)` },
      answer: { sent: 2, failed: [refused] },
    });
    for (const name of ['grace', 'katherine']) expect(post.sink.for(to(name))).toHaveLength(1);
  });

  test('when all are refused nobody has got it', async () => {
    const { ctx, to } = await sender();
    const refused = `nobody-${to('x')}`;
    const outcome = send(ctx, [refused]);
    await expect(outcome).rejects.toMatchObject({ code: 'mail.noneSent', answer: { failed: [refused] } });
  });

  test('a mail server that is down is said, and costs nothing of the day', async () => {
    const { ctx, to } = await sender({ SMTP_URL: 'smtp://127.0.0.1:1' });
    await expect(send(ctx, [to('grace')])).rejects.toMatchObject({
      code: 'mail.serverDown',
      answer: { failed: [to('grace')] },
    });
    expect(await spent(ctx)).toBe(0);
  });

  test('mail is off without SMTP_URL', async () => {
    const { ctx, to } = await sender({ SMTP_URL: '' });
    await expect(send(ctx, [to('grace')])).rejects.toMatchObject({ code: 'mail.off' });
  });
});

const spent = async ({ db, viewer }: UserContext) =>
  Number((await db.rateLimit.findFirst({ where: { key: `mail:user:${viewer.id}` } }))?.count);

describe('limits', () => {
  const many = (count: number, to: (name: string) => string) =>
    Array.from({ length: count }, (_, n) => to(`r${n}`));

  test('a mail has one to twenty receivers', async () => {
    const { ctx, to } = await sender();
    await expect(send(ctx, [])).rejects.toMatchObject({ code: 'mail.noRecipients' });
    await expect(send(ctx, ['', ' '])).rejects.toMatchObject({ code: 'mail.noRecipients' });
    await expect(send(ctx, many(21, to))).rejects.toMatchObject({ code: 'mail.tooManyRecipients' });
    await send(ctx, many(20, to));
    expect(await spent(ctx)).toBe(20);
  });

  test('a day has a hundred mails of one person, and the next day as many', async () => {
    const { ctx, to } = await sender();
    for (let n = 0; n < 5; n++) await send(ctx, many(19, to));
    await expect(send(ctx, many(6, to))).rejects.toMatchObject({
      code: 'mail.limitReached',
      values: { max: 100, seconds: 12 * 3600 },
    });
    await send(ctx, many(5, to)); // refused mails are not counted
    await expect(send(ctx, many(1, to))).rejects.toMatchObject({ code: 'mail.limitReached' });
    await send({ ...ctx, now: new Date(noon.getTime() + 12 * 3_600_000) }, many(1, to));
  });

  test('calls at the same moment don’t pass together', async () => {
    const { ctx, to } = await sender();
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => send(ctx, many(20, to))));
    const passed = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(passed).toBeLessThanOrEqual(5);
    expect(await spent(ctx)).toBe(passed * 20);
  });
});
