import net, { type Socket } from 'node:net';
import { TcpProxy } from '@/testing/network/tcp-proxy';

/** A proxy that can delay everything in both directions, or swallow it. */
export class DelayedProxy extends TcpProxy {
  delayMs = 0;
  isShut = false;
  isSwallowing = false;
  readonly #target: net.NetConnectOpts;

  private constructor(target: net.NetConnectOpts) {
    super();
    this.#target = target;
  }

  static to(target: net.NetConnectOpts): Promise<DelayedProxy> {
    return new DelayedProxy(target).listen();
  }

  protected open(): Socket | null {
    if (this.isSwallowing) return new net.Socket(); // takes the connection and never answers
    return this.isShut ? null : net.connect(this.#target);
  }

  protected pass(client: Socket, server: Socket): void {
    this.#lead(client, server);
    this.#lead(server, client);
  }

  #lead(from: Socket, to: Socket): void {
    from.on(
      'data',
      (chunk: Buffer) => this.isSwallowing || this.#later(() => to.destroyed || to.write(chunk)),
    );
    from.on('close', () => this.#later(() => to.destroySoon()));
  }

  /** Timers of equal length keep their order. */
  #later(work: () => void): void {
    if (this.delayMs === 0) work();
    else setTimeout(work, this.delayMs);
  }
}
