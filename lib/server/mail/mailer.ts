import 'server-only';
import { createTransport } from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import type { Config } from '@/lib/server/config';
import { Connections, isAboutConnection, type SmtpError } from './connections';

export type Mailbox = { name: string; address: string };

/** Attached, and shown where the HTML says `cid:`. */
export type MailPicture = {
  cid: string;
  contentType: string;
  content: Buffer;
  /** Read where pictures are not shown. */
  alt: string;
  width: number;
  height: number;
};

/** A mail to one receiver. Its addresses were checked by `mailAddress`. */
export type Mail = {
  from: Mailbox;
  to: string;
  replyTo: Mailbox | null;
  subject: string;
  text: string;
  html: string;
  pictures?: readonly MailPicture[];
  messageId?: string;
  /** Ends mails of its kind by one POST (RFC 8058). */
  unsubscribeUrl?: string;
  /** Suppresses automatic replies (Auto-Submitted, RFC 3834). */
  isNotice: boolean;
};

export type Mailer = {
  /**
   * Resolves when the mail server has accepted the mail.
   * @throws NotSent
   */
  send: (mail: Mail) => Promise<void>;
  /**
   * Connects and signs in without sending.
   * @throws NotSent
   */
  check: () => Promise<void>;
  close: () => void;
};

type Scheme = 'smtp' | 'smtps';

export class NotSent extends Error {
  override readonly name = 'NotSent';
  /** The server's reply when it refused this mail. Null when it was never asked. */
  readonly refusal: string | null;
  readonly scheme: Scheme | null;

  constructor(
    refusal: string | null,
    { scheme = null, ...options }: ErrorOptions & { scheme?: Scheme | null },
  ) {
    super(refusal ?? 'the mail server did not answer as it should', options);
    this.refusal = refusal;
    this.scheme = scheme;
  }

  /** Permanent refusals begin with 5 (RFC 5321, section 4.2.1). An operator can mend one of our sender. */
  get isFinal(): boolean {
    const isOfSender = Object(this.cause).command === 'MAIL FROM';
    return !isOfSender && (this.refusal?.startsWith('5') ?? false);
  }
}

/** Covers the wait for a connection up to the server's last reply. Shorter than the browser's timeout. */
const patienceMs = 20_000;

export function smtpMailer(config: Config, patience = patienceMs): Mailer | null {
  const { SMTP_URL, MAIL_LIST_ID } = config;
  if (!SMTP_URL) return null;
  const pool = new SMTPPool({
    url: SMTP_URL,
    name: greetingName(config),
    pool: true,
    maxConnections: 4,
    maxRequeues: 5, // as many connections may end at the same time
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
    send: async ({ from, to, replyTo, isNotice, unsubscribeUrl, pictures = [], ...content }) => {
      const signal = AbortSignal.timeout(patience);
      const mail = {
        ...content,
        attachments: pictures.map(attachmentOf),
        from,
        to: { name: '', address: to },
        ...(replyTo && { replyTo }),
        envelope: { from: from.address, to },
        headers: {
          ...(MAIL_LIST_ID && { 'List-Id': MAIL_LIST_ID }),
          ...(isNotice && { 'Auto-Submitted': 'auto-generated' }),
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        xMailer: false as const,
        signal,
      };
      try {
        await connections.send(signal, () => transport.sendMail(mail));
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

const attachmentOf = ({ cid, contentType, content }: MailPicture, at: number) => ({
  cid,
  contentType,
  content,
  filename: `${at + 1}.${contentType.split('/')[1]}`,
  contentDisposition: 'inline' as const,
});

/** Returns a name that DNS can resolve, as many mail servers require, or undefined for the machine's name. */
export function greetingName({ SMTP_EHLO, BASE_URL, MAIL_FROM }: Config): string | undefined {
  const names = [new URL(BASE_URL).hostname, MAIL_FROM?.address.split('@').at(-1)];
  return SMTP_EHLO ?? names.find((name) => /\.(?!\d+$)[a-z0-9-]+$/i.test(name ?? ''));
}

/** A server that expects TLS sends no greeting, and one without TLS sends it instead of a handshake. */
function schemeAfter(error: unknown, url: string): Scheme | null {
  const { code, message } = error as SmtpError & { message?: string };
  const isTls = url.startsWith('smtps:');
  if (isTls) return /wrong version number|packet length too long|ssl3_/i.test(message ?? '') ? 'smtp' : null;
  return code === 'ETIMEDOUT' && /greeting/i.test(message ?? '') ? 'smtps' : null;
}

/** Only replies about this mail. Those to our login or greeting concern the operator. */
function refusalIn(error: unknown): string | null {
  const { code, response } = error as SmtpError;
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || isAboutConnection(error)) return null;
  return response?.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 200) ?? null;
}
