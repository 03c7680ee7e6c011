import net, { type Socket } from 'node:net';
import { TcpProxy } from '@/testing/network/tcp-proxy';

/** A proxy that drops its connections on demand, as when a cable is pulled. */
export class CutProxy extends TcpProxy {
  readonly #target: () => number;
  #leftBytes = Number.POSITIVE_INFINITY;
  #leftAnswerBytes = Number.POSITIVE_INFINITY;
  cuts = 0;

  private constructor(target: () => number) {
    super();
    this.#target = target;
  }

  /** @param target read at each connection, so that the server may start later than the proxy */
  static to(target: () => number): Promise<CutProxy> {
    return new CutProxy(target).listen();
  }

  cutAfter(bytes: number): void {
    this.#leftBytes = bytes;
  }

  cutAnswerAfter(bytes: number): void {
    this.#leftAnswerBytes = bytes;
  }

  protected open(): Socket {
    return net.connect(this.#target(), 'localhost');
  }

  protected pass(client: Socket, server: Socket): void {
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
    client.on('data', (chunk: Buffer) => {
      this.#leftBytes -= chunk.length;
      if (this.#leftBytes <= 0) this.#cut();
    });
    server.on('data', (chunk: Buffer) => {
      this.#leftAnswerBytes -= chunk.length;
      if (this.#leftAnswerBytes <= 0) this.#cut();
    });
    client.pipe(server).pipe(client);
  }

  #cut(): void {
    this.#leftBytes = Number.POSITIVE_INFINITY;
    this.#leftAnswerBytes = Number.POSITIVE_INFINITY;
    this.cuts++;
    this.breakAll();
  }
}
