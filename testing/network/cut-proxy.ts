import net, { type Socket } from 'node:net';
import { TcpProxy } from '@/testing/network/tcp-proxy';

/** A way to a server that breaks when it is told to: connections just end, as when a cable is pulled. */
export class CutProxy extends TcpProxy {
  readonly #target: () => number;
  #leftBytes = Number.POSITIVE_INFINITY;
  #leftAnswerBytes = Number.POSITIVE_INFINITY;
  /** How often it broke. */
  cuts = 0;

  private constructor(target: () => number) {
    super();
    this.#target = target;
  }

  /** @param target asked at each connection, so that the server may come later than its way */
  static to(target: () => number): Promise<CutProxy> {
    return new CutProxy(target).listen();
  }

  /** Breaks all connections once, when this many more bytes have gone to the server. */
  cutAfter(bytes: number): void {
    this.#leftBytes = bytes;
  }

  /** Breaks all connections once, when this many more bytes have come from the server. */
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
