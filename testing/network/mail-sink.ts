import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type CaughtMail = { from: string; to: string[]; raw: string; email: Email };

/** A real SMTP server that stores mails. Refuses recipients whose address begins with `nobody`. */
export class MailSink {
  readonly mails: CaughtMail[] = [];
  private readonly server: SMTPServer;

  private constructor(onMail: (mail: CaughtMail) => void, more: SMTPServerOptions) {
    this.server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      closeTimeout: 100,
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('nobody') ? noSuchUser() : null),
      onData: async (stream, { envelope }, done) => {
        const raw = await buffer(stream).catch(() => null);
        if (!raw) return; // hung up in the middle
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        const mail = { from, to, raw: raw.toString('latin1'), email: await PostalMime.parse(raw) };
        this.mails.push(mail);
        onMail(mail);
        done();
      },
      ...more,
    });
  }

  /** @param startsTls uses an untrusted certificate */
  static async open(
    onMail: (mail: CaughtMail) => void = () => undefined,
    { startsTls = false, host = '127.0.0.1', smtpOptions = {} as SMTPServerOptions } = {},
  ): Promise<MailSink> {
    const sink = new MailSink(onMail, { ...(startsTls && { disabledCommands: [] }), ...smtpOptions });
    sink.server.on('error', () => undefined); // of connections that end before their greeting
    sink.server.listen(0, host);
    await once(sink.server.server, 'listening');
    return sink;
  }

  get url(): string {
    const { address, port, family } = this.server.server.address() as AddressInfo;
    return `smtp://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
  }

  for(address: string): CaughtMail[] {
    return this.mails.filter(({ to }) => to.includes(address));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}

const noSuchUser = () => Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 });

export type MailStage = 'greeting' | 'other' | 'MAIL' | 'RCPT' | 'DATA' | 'middle' | 'end';

const commands = ['MAIL', 'RCPT', 'DATA'] as const;
const answers: Record<MailStage, string> = {
  greeting: '220 rude\r\n',
  other: '250 fine\r\n',
  MAIL: '250 fine\r\n',
  RCPT: '250 fine\r\n',
  DATA: '354 go on\r\n',
  middle: '',
  end: '250 taken\r\n',
};

const commandIn = (text: string): MailStage =>
  commands.find((command) => text.startsWith(command)) ?? 'other';
const partOf = (text: string, moment: MailStage): MailStage | null =>
  moment === 'middle' ? 'middle' : text.endsWith('\r\n.\r\n') ? 'end' : null;

export async function failingMailServer(moment: MailStage, deed: 'hangUp' | 'silence') {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let reached: MailStage = 'greeting';
    const arrive = (at: MailStage) => {
      reached = at;
      if (at !== moment) socket.write(answers[at]);
      else if (deed === 'hangUp') socket.destroy();
    };
    arrive('greeting');
    socket.on('data', (data: Buffer) => {
      if (reached === moment) return;
      const next = reached === 'DATA' ? partOf(data.toString(), moment) : commandIn(data.toString());
      if (next) arrive(next);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
