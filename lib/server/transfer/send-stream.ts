import 'server-only';
import type { ByteStream } from './messages';

type ResponseWriter = { write: (bytes: Buffer, taken: (error?: Error | null) => void) => unknown };
type ClientConnection = {
  readonly destroyed: boolean;
  once: (event: 'close', then: () => void) => unknown;
  off: (event: 'close', then: () => void) => unknown;
};
type PauseTracker = { sent: (bytes: number) => void; end: () => void };

/**
 * Reads the next buffer once the socket has taken the last one, and stops when the connection closes. A pipelined response
 * that is still queued gets no `close` event, so the connection's is used.
 * @returns false when the client disconnected
 */
export async function sendStream(
  response: ResponseWriter,
  connection: ClientConnection,
  stream: ByteStream,
  pauses?: PauseTracker,
): Promise<boolean> {
  let settle = (_isTaken: boolean) => {};
  const onClose = () => settle(false);
  connection.once('close', onClose);
  try {
    for await (const buffer of stream) {
      // `Promise.race` against one promise for the end would leak a reaction for each buffer.
      const isTaken = await new Promise<boolean>((resolve) => {
        settle = resolve;
        if (connection.destroyed) resolve(false);
        else response.write(buffer, (error) => resolve(!error));
      });
      if (!isTaken) return false;
      pauses?.sent(buffer.length);
    }
    return true;
  } finally {
    connection.off('close', onClose);
    pauses?.end();
  }
}
