import net, { type Socket } from 'node:net';

export abstract class TcpProxy {
  readonly #listener = net.createServer((client) => this.#connect(client));
  readonly #sockets = new Set<Socket>();

  protected abstract open(): Socket | null;
  protected abstract pass(client: Socket, server: Socket): void;

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#listener.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get port(): number {
    return (this.#listener.address() as net.AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get connections(): number {
    return this.#sockets.size / 2;
  }

  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.breakAll();
    await new Promise((resolve) => this.#listener.close(resolve));
  }

  #connect(client: Socket): void {
    const server = this.open();
    if (!server) return void client.destroy();
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    this.pass(client, server);
  }
}
