import 'server-only';
import { createTransport } from 'nodemailer';
import { config } from '@/lib/server/config';

export type Mail = { to: string; subject: string; text: string };

/** The port for mail: rejects when the mail server does not take it. */
export type Mailer = { send: (mail: Mail) => Promise<void> };

/** SMTP by `SMTP_URL`; null when mail is off. */
export function smtpMailer(): Mailer | null {
  const { SMTP_URL, MAIL_FROM } = config();
  if (!SMTP_URL) return null;
  const transport = createTransport(SMTP_URL, { disableFileAccess: true, disableUrlAccess: true });
  return {
    send: async (mail) => {
      await transport.sendMail({ from: MAIL_FROM, ...mail });
    },
  };
}
