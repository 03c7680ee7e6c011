import 'server-only';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { config } from '@/lib/server/config';

/** Each holds a file open, and two buffers of it. */
const most = 200;

/** More than the systems on both ends take before anybody has read a byte. */
const readBytes = 4 * 1024 ** 2;

let count = 0;

/**
 * Gives a reader who has taken more than lies on the way the time to pause: a film is stopped, a laptop sleeps. Who takes
 * nothing is ended by the connection's own silence, and so is who comes when many are paused already.
 */
export function patienceWith(res: ServerResponse, socket: Socket) {
  const usualMs = socket.timeout ?? 0;
  let sentBytes = 0;
  let isPaused = false;
  const goOn = () => {
    if (!isPaused) return;
    isPaused = false;
    count--;
    socket.setTimeout(usualMs);
  };
  const fallSilent = () => {
    if (isPaused || sentBytes < readBytes || count >= most) return void socket.destroy();
    isPaused = true;
    count++;
    socket.setTimeout(config().DOWNLOAD_PAUSE);
  };
  res.on('timeout', fallSilent); // in place of Node, which would end the connection
  return {
    sent: (bytes: number): void => {
      sentBytes += bytes;
      goOn();
    },
    end: (): void => {
      res.off('timeout', fallSilent);
      goOn();
    },
  };
}
