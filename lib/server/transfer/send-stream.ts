import 'server-only';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { config } from '@/lib/server/config';
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

/** Each paused download has an open file and two buffers. */
const maxPaused = 200;

/** More than Linux buffers for a client that reads nothing (4 MiB here, `tcp_wmem`, and its first window). */
const minSentBytes = 8 * 1024 ** 2;

let pausedCount = 0;

/**
 * Lets a download pause for DOWNLOAD_PAUSE, as a stopped video does. The usual idle timeout applies until the client has
 * read some bytes, and beyond `maxPaused` downloads.
 */
export function trackPauses(res: ServerResponse, socket: Socket) {
  const usualMs = socket.timeout ?? 0;
  let sentBytes = 0;
  let isPaused = false;
  const resume = () => {
    if (!isPaused) return;
    isPaused = false;
    pausedCount--;
    socket.setTimeout(usualMs);
  };
  const onIdle = () => {
    if (isPaused || sentBytes < minSentBytes || pausedCount >= maxPaused) return void socket.destroy();
    isPaused = true;
    pausedCount++;
    socket.setTimeout(config().DOWNLOAD_PAUSE);
  };
  res.on('timeout', onIdle); // replaces Node's default, which closes the connection
  return {
    sent: (bytes: number): void => {
      sentBytes += bytes;
      resume();
    },
    end: (): void => {
      res.off('timeout', onIdle);
      resume();
    },
  };
}
