import 'server-only';
import { createTransport } from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import type { Config } from '@/lib/server/config';
import { Connections, isAboutConnection, type SmtpError } from './connections';

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

type Scheme = 'smtp' | 'smtps';

export class NotSent extends Error {
  override readonly name = 'NotSent';
  /** The mail server's own words when it refused this mail; null when it could not be asked. */
  readonly refusal: string | null;
  /** How SMTP_URL should begin instead, where the failure says so. */
  readonly scheme: Scheme | null;

  constructor(
    refusal: string | null,
    { scheme = null, ...options }: ErrorOptions & { scheme?: Scheme | null },
  ) {
    super(refusal ?? 'the mail server did not answer as it should', options);
    this.refusal = refusal;
    this.scheme = scheme;
  }

  /** Whether another try is useless: SMTP's permanent refusals begin with a 5 (RFC 5321, section 4.2.1). */
  get isFinal(): boolean {
    return this.refusal?.startsWith('5') ?? false;
  }
}

/** From waiting for a connection to the server's last word; below what the browser waits for our answer. */
const patienceMs = 20_000;

/** SMTP by `SMTP_URL`, over a few connections that are used again; null when mail is off. */
export function smtpMailer(config: Config, patience = patienceMs): Mailer | null {
  const { SMTP_URL, MAIL_LIST_ID } = config;
  if (!SMTP_URL) return null;
  const pool = new SMTPPool({
    url: SMTP_URL,
    name: greetingName(config),
    pool: true,
    maxConnections: 4,
    maxRequeues: 5, // of what the server has not taken yet: as many connections may be at their end at once
    idleTimeout: 30_000,
    connectionTimeout: patience / 2,
    greetingTimeout: patience / 2,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const transport = createTransport(pool);
  const connections = new Connections(pool);
  const notSent = (error: unknown, refusal: string | null) => {
    const scheme = schemeAfter(error, SMTP_URL);
    const cause = scheme ? new Error(`let SMTP_URL begin with ${scheme}://`, { cause: error }) : error;
    return new NotSent(refusal, { cause, scheme });
  };
  return {
    send: async ({ from, to, replyTo, isNotice, ...content }) => {
      const signal = AbortSignal.timeout(patience);
      const mail = {
        ...content,
        from,
        to: { name: '', address: to },
        ...(replyTo && { replyTo }),
        envelope: { from: from.address, to },
        headers: {
          ...(MAIL_LIST_ID && { 'List-Id': MAIL_LIST_ID }),
          ...(isNotice && { 'Auto-Submitted': 'auto-generated' }),
        },
        xMailer: false as const,
        signal,
      };
      try {
        await connections.use(signal, () => transport.sendMail(mail));
      } catch (error) {
        throw notSent(error, refusalIn(error));
      }
    },
    check: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw notSent(error, null);
      }
    },
    close: () => transport.close(),
  };
}

/** A name that can be looked up, as many mail servers want; undefined: whatever the machine is called. */
export function greetingName({ SMTP_EHLO, BASE_URL, MAIL_FROM }: Config): string | undefined {
  const names = [new URL(BASE_URL).hostname, MAIL_FROM?.address.split('@').at(-1)];
  return SMTP_EHLO ?? names.find((name) => /\.(?!\d+$)[a-z0-9-]+$/i.test(name ?? ''));
}

/** Who waits for TLS hears no greeting, and who begins TLS too early hears one instead. */
function schemeAfter(error: unknown, url: string): Scheme | null {
  const { code, message } = error as SmtpError & { message?: string };
  const isTls = url.startsWith('smtps:');
  if (isTls) return /wrong version number|packet length too long|ssl3_/i.test(message ?? '') ? 'smtp' : null;
  return code === 'ETIMEDOUT' && /greeting/i.test(message ?? '') ? 'smtps' : null;
}

/** Only words about this mail: what was said to our login or our greeting is the operator's to know. */
function refusalIn(error: unknown): string | null {
  const { code, response } = error as SmtpError;
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || isAboutConnection(error)) return null;
  return response?.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200) ?? null;
}
