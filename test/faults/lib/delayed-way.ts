import net, { type Socket } from 'node:net';

/** A way to a server that takes longer when it is told to: each piece arrives so much later, in both directions. */
export class DelayedWay {
  /** Of each piece that passes, one way. */
  delayMs = 0;
  /** Then nobody gets in any more. */
  isShut = false;
  readonly port: number;
  readonly #server: net.Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: net.Server) {
    this.#server = server;
    this.port = (server.address() as net.AddressInfo).port;
  }

  static async to(target: net.NetConnectOpts): Promise<DelayedWay> {
    const server = net.createServer((client) => way.#connect(client, target));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const way = new DelayedWay(server);
    return way;
  }

  get connections(): number {
    return this.#sockets.size / 2;
  }

  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.breakAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connect(client: Socket, target: net.NetConnectOpts): void {
    if (this.isShut) return void client.destroy();
    const server = net.connect(target);
    const both = [
      [client, server],
      [server, client],
    ] as const;
    for (const [from, to] of both) {
      this.#sockets.add(from);
      from.on('data', (chunk: Buffer) => this.#later(() => to.destroyed || to.write(chunk)));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        this.#later(() => to.destroySoon());
      });
    }
  }

  /** Timers of the same length keep their order. */
  #later(work: () => void): void {
    if (this.delayMs === 0) work();
    else setTimeout(work, this.delayMs);
  }
}
