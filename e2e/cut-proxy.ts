import net, { type Socket } from 'node:net';

/** A way to a server that breaks when it is told to: connections just end, as when a cable is pulled. */
export class CutProxy {
  readonly port: number;
  readonly #server: net.Server;
  readonly #sockets = new Set<Socket>();
  #leftBytes = Number.POSITIVE_INFINITY;
  #leftAnswerBytes = Number.POSITIVE_INFINITY;
  /** How often it broke. */
  cuts = 0;

  private constructor(server: net.Server) {
    this.#server = server;
    this.port = (server.address() as net.AddressInfo).port;
  }

  /** @param target asked at each connection, so that the server may come later than its way */
  static async to(target: () => number): Promise<CutProxy> {
    const server = net.createServer((client) => proxy.#connect(client, target()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new CutProxy(server);
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Breaks all connections once, when so many bytes more have gone to the server. */
  cutAfter(bytes: number): void {
    this.#leftBytes = bytes;
  }

  /** Breaks all connections once, when so many bytes more have come from the server. */
  cutAnswerAfter(bytes: number): void {
    this.#leftAnswerBytes = bytes;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #connect(client: Socket, port: number): void {
    const server = net.connect(port, 'localhost');
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
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
    for (const socket of this.#sockets) socket.destroy();
  }
}
