import 'server-only';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { config } from '@/lib/server/config';

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
