import 'server-only';
import type { ByteStream } from './messages';

type Writer = { write: (bytes: Buffer, taken: (error?: Error | null) => void) => unknown };
type Connection = {
  readonly destroyed: boolean;
  once: (event: 'close', then: () => void) => unknown;
  off: (event: 'close', then: () => void) => unknown;
};
type Patience = { sent: (bytes: number) => void; end: () => void };

/**
 * Each buffer is handed back only once the socket has taken it; a client that disconnects ends the reading. That is the
 * connection's end: a response that waits behind another on the same connection isn't told of it.
 * @returns whether the reader has been there until the end
 */
export async function sendStream(
  response: Writer,
  connection: Connection,
  stream: ByteStream,
  patience?: Patience,
): Promise<boolean> {
  let settle = (_isTaken: boolean) => {};
  const leave = () => settle(false);
  connection.once('close', leave);
  try {
    for await (const buffer of stream) {
      // One promise for each buffer: raced against one for the end, every buffer would leave something with that.
      const isTaken = await new Promise<boolean>((resolve) => {
        settle = resolve;
        if (connection.destroyed) resolve(false);
        else response.write(buffer, (error) => resolve(!error));
      });
      if (!isTaken) return false;
      patience?.sent(buffer.length);
    }
    return true;
  } finally {
    connection.off('close', leave);
    patience?.end();
  }
}
