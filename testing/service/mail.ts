import { afterAll, beforeAll } from 'vitest';
import { parseConfig } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { type Mailer, smtpMailer } from '@/lib/server/mail/mailer';
import { MailSink } from '../network/mail-sink';

const base = 'https://files.example.org';

type TestMailServer = {
  sink: MailSink;
  /** Context fields for sending to the sink, with further variables. */
  over: (env?: Record<string, string>) => Pick<Context, 'mail' | 'config'>;
};

export function mailServer(): TestMailServer {
  const mailers: Mailer[] = [];
  const post: TestMailServer = {
    sink: undefined as unknown as MailSink, // there before the first test
    over: (env = {}) => {
      const config = configWith({ SMTP_URL: post.sink.url, ...env });
      const mail = smtpMailer(config, 5_000);
      if (mail) mailers.push(mail);
      return { mail, config };
    },
  };
  beforeAll(async () => {
    post.sink = await MailSink.open();
  });
  afterAll(async () => {
    for (const mailer of mailers) mailer.close();
    await post.sink.close();
  });
  return post;
}

export const configWith = (env: Record<string, string>) =>
  parseConfig({ ...process.env, BASE_URL: base, MAIL_FROM: 'Slipway <slipway@example.org>', ...env });
