import { afterEach, expect, test } from 'vitest';
import { parseConfig } from '@/lib/server/config';
import { failingMailServer, MailSink, type MailStage } from '@/testing/network/mail-sink';
import { type Mail, type Mailer, smtpMailer } from './mailer';

const opened: { close: () => unknown }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((each) => each.close())));

function mailerTo(SMTP_URL: string, patience = 5_000, env: Record<string, string> = {}): Mailer {
  const mailer = smtpMailer(parseConfig({ SMTP_URL, ...env } as unknown as NodeJS.ProcessEnv), patience);
  if (!mailer) throw new Error('mail is off');
  opened.unshift(mailer);
  return mailer;
}

async function openSink(): Promise<MailSink> {
  const sink = await MailSink.open();
  opened.push(sink);
  return sink;
}

const mail: Mail = {
  from: { name: 'Slipway', address: 'files@example.org' },
  to: 'grace@example.com',
  replyTo: { name: 'ada', address: 'ada@example.org' },
  subject: 'Grüße',
  text: 'Hallo\n\n.\nEnde',
  html: '<p>Hallo</p>',
  isNotice: false,
};

test('a mail arrives with both parts, its own envelope and an address to answer to', async () => {
  const sink = await openSink();
  await mailerTo(sink.url).send(mail);
  const [caught] = sink.mails;
  expect(caught).toMatchObject({ from: 'files@example.org', to: ['grace@example.com'] });
  expect(caught?.email).toMatchObject({
    from: { name: 'Slipway', address: 'files@example.org' },
    to: [{ address: 'grace@example.com' }],
    replyTo: [{ name: 'ada', address: 'ada@example.org' }],
    subject: 'Grüße',
  });
  expect(caught?.email.text?.trimEnd()).toBe('Hallo\n\n.\nEnde');
  expect(caught?.email.html?.trimEnd()).toBe('<p>Hallo</p>');
  expect(caught?.raw).not.toMatch(/^(x-mailer|list-id|auto-submitted):/im);
});

test('a notice says that no person wrote it, and the list is named when it has a name', async () => {
  const sink = await openSink();
  const mailer = mailerTo(sink.url, 5_000, { MAIL_LIST_ID: 'Slipway <files.example.org>' });
  await mailer.send({ ...mail, isNotice: true });
  expect(sink.mails[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/im);
  expect(sink.mails[0]?.raw).toMatch(/^List-Id: Slipway <files\.example\.org>\r$/im);
});

test('the mail server’s answer to a refused receiver is reported, and the connection goes on', async () => {
  const sink = await openSink();
  const mailer = mailerTo(sink.url);
  await expect(mailer.send({ ...mail, to: 'nobody@example.com' })).rejects.toMatchObject({
    name: 'NotSent',
    refusal: '550 5.1.1 no such user',
  });
  await mailer.send(mail);
  expect(sink.mails).toHaveLength(1);
});

test('a mail server that is not there is no success', async () => {
  await expect(mailerTo('smtp://127.0.0.1:1').send(mail)).rejects.toMatchObject({ refusal: null });
});

test.each<MailStage>(['greeting', 'MAIL', 'RCPT', 'DATA', 'middle', 'end'])(
  'a mail server that hangs up at %s has not taken the mail',
  async (moment) => {
    const server = await failingMailServer(moment, 'hangUp');
    opened.push(server);
    await expect(mailerTo(server.url).send(mail)).rejects.toMatchObject({ refusal: null });
  },
);

test.each<MailStage>(['greeting', 'MAIL', 'RCPT', 'DATA', 'middle', 'end'])(
  'a mail server that falls silent at %s is given up',
  async (moment) => {
    const server = await failingMailServer(moment, 'silence');
    opened.push(server);
    await expect(mailerTo(server.url, 300).send(mail)).rejects.toMatchObject({ refusal: null });
  },
);

test('mails that wait behind a silent server are given up too, and not sent later', async () => {
  const server = await failingMailServer('MAIL', 'silence');
  opened.push(server);
  const mailer = mailerTo(server.url, 300);
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => mailer.send(mail)));
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
});
