import { expect, onTestFinished, test } from 'vitest';
import { limits } from '@/lib/server/limits/policy';
import { createCode } from '@/lib/server/services/account-code/code';
import { MailSink } from '@/testing/network/mail-sink';
import { userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { sendTestMail } from './send';

const post = mailServer();

async function admin(env: Record<string, string> = {}, email: string | null = null) {
  const ctx = await userContext({ admin: true, ...post.over(env) });
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { email, language: 'fr' } });
  return ctx;
}

test('a test mail goes to the admin’s own address, in their language', async () => {
  const ctx = await admin({}, 'root@example.net');
  await sendTestMail(ctx, { languages: ['de'] });
  const [mail] = post.sink.for('root@example.net');
  expect(mail?.email.subject).toBe('Message de test');
  expect(mail?.email.text).toContain('https://files.example.org');
});

test('a test mail goes to another address, too, but not without end', async () => {
  const ctx = await admin({ RATE_LIMITS: 'on' });
  const to = `${ctx.newId().toLowerCase()}@example.net`;
  await sendTestMail(ctx, { to, languages: [] });
  expect(post.sink.for(to)).toHaveLength(1);
  for (let sent = 1; sent < limits.letter.max; sent += 1) await sendTestMail(ctx, { to, languages: [] });
  await expect(sendTestMail(ctx, { to, languages: [] })).rejects.toMatchObject({
    code: 'mail.receiverLimit',
  });
});

test('a test mail says when the account has no address or mail is off', async () => {
  const refusal = async (...given: Parameters<typeof admin>) =>
    sendTestMail(await admin(...given), { languages: [] });
  await expect(refusal()).rejects.toMatchObject({ code: 'mail.noAddress' });
  await expect(refusal({ SMTP_URL: '' }, 'root@example.net')).rejects.toMatchObject({ code: 'mail.off' });
});

test('an address that waits for its link gets the test mail, so that admins see why none comes', async () => {
  const ctx = await admin();
  const code = { accountId: ctx.viewer.id, kind: 'email', address: 'new-root@example.net' } as const;
  await createCode(ctx, ctx.db, code);
  await sendTestMail(ctx, { languages: [] });
  expect(post.sink.for('new-root@example.net')).toHaveLength(1);
});

test('a failed test mail reports the whole error', async () => {
  const down = await admin({ SMTP_URL: 'smtp://127.0.0.1:1' }, 'root@example.net');
  await expect(sendTestMail(down, { languages: [] })).rejects.toMatchObject({
    code: 'mail.testFailed',
    values: { detail: expect.stringContaining('ECONNREFUSED') },
  });
  const untrusted = await MailSink.open(undefined, { startsTls: true });
  onTestFinished(() => untrusted.close());
  const unsure = await admin({ SMTP_URL: untrusted.url }, 'root@example.net');
  await expect(sendTestMail(unsure, { languages: [] })).rejects.toMatchObject({
    code: 'mail.testFailed',
    values: { detail: expect.stringContaining('certificate') },
  });
  const refused = await admin({}, 'nobody@example.net');
  await expect(sendTestMail(refused, { languages: [] })).rejects.toMatchObject({
    values: { detail: '550 5.1.1 no such user' },
  });
});
