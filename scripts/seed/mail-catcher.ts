import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server on a loopback port that delivers nothing and passes every mail to `say`. */
export async function catchMail(
  say: (text: string) => void,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { subject, text } = await PostalMime.parse(Buffer.concat(chunks));
        const to = envelope.rcptTo.map(({ address }) => address).join(', ');
        say(`\n┌ Mail to ${to}\n│ ${subject ?? '(no subject)'}\n│`);
        say(`${(text ?? '').trimEnd().replace(/^/gm, '│ ')}\n└\n`);
        done();
      });
    },
  });
  const listening = once(server.server, 'listening');
  server.listen(0, '127.0.0.1');
  await listening;
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
