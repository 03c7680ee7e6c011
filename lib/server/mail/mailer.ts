import 'server-only';
import { createTransport } from 'nodemailer';
import type { Config } from '@/lib/server/config';

export type Mailbox = { name: string; address: string };

/** A mail to exactly one receiver. Addresses are those that `mailAddress` let through. */
export type Mail = {
  from: Mailbox;
  to: string;
  replyTo: Mailbox | null;
  subject: string;
  text: string;
  html: string;
  /** The same for the same mail, however often it is sent; without one each has its own. */
  messageId?: string;
  /** Sent by the system, so out-of-office replies must not answer it. */
  isNotice: boolean;
};

/** The port for mail. */
export type Mailer = {
  /**
   * Resolves when the mail server has taken the mail.
   * @throws NotSent in every other case
   */
  send: (mail: Mail) => Promise<void>;
  /**
   * Connects and signs in, and sends nothing.
   * @throws NotSent when the mail server doesn't let us
   */
  check: () => Promise<void>;
  close: () => void;
};

export class NotSent extends Error {
  override readonly name = 'NotSent';
  /** The mail server's own words when it refused this mail; null when it could not be asked. */
  readonly refusal: string | null;

  constructor(refusal: string | null, options: ErrorOptions) {
    super(refusal ?? 'the mail server did not answer as it should', options);
    this.refusal = refusal;
  }

  /** Whether another try is useless: SMTP's permanent refusals begin with a 5 (RFC 5321, section 4.2.1). */
  get isFinal(): boolean {
    return this.refusal?.startsWith('5') ?? false;
  }
}

/** From waiting for a connection to the server's last word; below what the browser waits for our answer. */
const patienceMs = 20_000;

/** SMTP by `SMTP_URL`, over a few connections that are used again; null when mail is off. */
export function smtpMailer({ SMTP_URL, MAIL_LIST_ID }: Config, patience = patienceMs): Mailer | null {
  if (!SMTP_URL) return null;
  const transport = createTransport({
    url: SMTP_URL,
    pool: true,
    maxConnections: 4,
    maxRequeues: 2, // of what the server has not been asked to take yet
    idleTimeout: 30_000,
    connectionTimeout: patience / 2,
    greetingTimeout: patience / 2,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ from, to, replyTo, isNotice, ...content }) => {
      try {
        await transport.sendMail({
          ...content,
          from,
          to: { name: '', address: to },
          ...(replyTo && { replyTo }),
          envelope: { from: from.address, to },
          headers: {
            ...(MAIL_LIST_ID && { 'List-Id': MAIL_LIST_ID }),
            ...(isNotice && { 'Auto-Submitted': 'auto-generated' }),
          },
          xMailer: false,
          signal: AbortSignal.timeout(patience),
        });
      } catch (error) {
        throw new NotSent(refusalIn(error), { cause: error });
      }
    },
    check: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw new NotSent(null, { cause: error });
      }
    },
    close: () => transport.close(),
  };
}

/** Only words about this mail: what was said to our login or our greeting is the operator's to know. */
function refusalIn(error: unknown): string | null {
  const { code, response } = error as { code?: string; response?: string };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return null;
  return response?.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200) ?? null;
}
