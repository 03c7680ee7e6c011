import type { SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '@/lib/server/config';
import { MailSink } from '@/testing/network/mail-sink';
import { greetingName, type Mail, smtpMailer } from './mailer';

const configOf = (env: Record<string, string>) => parseConfig(env as unknown as NodeJS.ProcessEnv);

const mailTo = (to: string): Mail => ({
  from: { name: 'Slipway', address: 'files@example.org' },
  to,
  replyTo: null,
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  isNotice: false,
});

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

function refuseAfterFive(): SMTPServerOptions {
  const counts = new Map<string, number>();
  return {
    onMailFrom: (_address, { id }, done) => {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      done(count > 5 ? refusal(421, '4.7.0 too many mails, come again') : null);
    },
  };
}

const noRobots: SMTPServerOptions = {
  onMailFrom: (_address, { hostNameAppearsAs }, done) =>
    done(/^\[|^localhost$/.test(String(hostNameAppearsAs)) ? refusal(550, '5.7.1 say who you are') : null),
};

async function openWith(moods: SMTPServerOptions, env: Record<string, string> = {}) {
  const sink = await MailSink.open(undefined, { smtpOptions: moods });
  const config = configOf({ SMTP_URL: sink.url, BASE_URL: 'https://files.example.org', ...env });
  const mailer = smtpMailer(config, 5_000);
  if (!mailer) throw new Error('mail is off');
  onTestFinished(async () => {
    mailer.close();
    await sink.close();
  });
  return { sink, mailer };
}

const twenty = Array.from({ length: 20 }, (_, number) => `reader-${number}@example.com`);

test.each<[what: string, moods: () => SMTPServerOptions]>([
  ['is in a good mood', () => ({})],
  ['allows one connection', () => ({ maxClients: 1 })],
  ['allows two connections', () => ({ maxClients: 2 })],
  ['says 421 after five mails', refuseAfterFive],
  ['allows one connection, and says 421 after five mails', () => ({ maxClients: 1, ...refuseAfterFive() })],
  ['wants to be greeted by a name', () => noRobots],
])('twenty mails arrive, each once, at a mail server that %s', async (_what, moods) => {
  const { sink, mailer } = await openWith(moods());
  await Promise.all(twenty.map((to) => mailer.send(mailTo(to))));
  expect(sink.mails.flatMap(({ to }) => to).sort()).toEqual([...twenty].sort());
});

test('a mail server that says nothing but 421 has refused no mail', async () => {
  const { sink, mailer } = await openWith({ onConnect: (_session, done) => done(refusal(421, 'go away')) });
  const outcomes = await Promise.allSettled(twenty.map((to) => mailer.send(mailTo(to))));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ reason: { name: 'NotSent', refusal: null } });
  expect(sink.mails).toEqual([]);
});

test('a refused receiver is one for good; a refused sender may be allowed tomorrow', async () => {
  const no: SMTPServerOptions['onMailFrom'] = (_address, _session, done) =>
    done(refusal(550, '5.7.1 not you'));
  for (const [moods, to, isFinal] of [
    [{}, 'nobody@example.com', true],
    [{ onMailFrom: no }, 'reader@example.com', false],
  ] as const) {
    const { mailer } = await openWith(moods);
    await expect(mailer.send(mailTo(to))).rejects.toMatchObject({
      refusal: expect.stringMatching(/^550 /),
      isFinal,
    });
  }
});

test.each<[env: Record<string, string>, name: string | undefined]>([
  [{ BASE_URL: 'https://files.example.org:8443' }, 'files.example.org'],
  [{ BASE_URL: 'https://dateien.müller.example' }, 'dateien.xn--mller-kva.example'],
  [{ MAIL_FROM: 'Slipway <files@mail.example.org>' }, 'mail.example.org'],
  [{ BASE_URL: 'http://192.0.2.7', MAIL_FROM: 'files@mail.example.org' }, 'mail.example.org'],
  [{ BASE_URL: 'http://nas:3000', MAIL_FROM: 'files@mail.example.org' }, 'mail.example.org'],
  [{ BASE_URL: 'https://files.example.org', SMTP_EHLO: 'relay-7.example.org' }, 'relay-7.example.org'],
  [{ BASE_URL: 'http://nas:3000' }, undefined],
])('the mail server is greeted by a name of ours (%j: %s)', (env, name) => {
  expect(greetingName(configOf(env))).toBe(name);
});
