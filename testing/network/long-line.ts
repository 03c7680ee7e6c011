import net, { type Socket } from 'node:net';
import { TcpProxy } from './tcp-proxy';

type Line = { delayMs: number; windowBytes: number };

/** A line to a server far away: each connection has so many bytes on their way at most, each for `delayMs` one way. */
export class LongLine extends TcpProxy {
  readonly #target: number;
  readonly #line: Line;

  constructor(target: number, line: Line) {
    super();
    this.#target = target;
    this.#line = line;
  }

  protected open(): Socket {
    return net.connect(this.#target, '127.0.0.1');
  }

  protected pass(client: Socket, server: Socket): void {
    carry(client, server, this.#line);
    carry(server, client, this.#line);
  }
}

function carry(from: Socket, to: Socket, { delayMs, windowBytes }: Line): void {
  let onTheirWay = 0;
  from.on('data', (chunk: Buffer) => {
    onTheirWay += chunk.length;
    if (onTheirWay >= windowBytes) from.pause();
    setTimeout(() => {
      if (!to.destroyed) to.write(chunk);
    }, delayMs);
    setTimeout(() => {
      onTheirWay -= chunk.length;
      if (onTheirWay < windowBytes) from.resume();
    }, 2 * delayMs);
  });
  from.once('end', () => setTimeout(() => to.end(), delayMs));
  from.once('close', () => setTimeout(() => to.destroy(), 2 * delayMs));
}
