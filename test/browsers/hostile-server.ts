import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Stands before a server, and changes what it says in pages and calls. */
export class HostileServer {
  change: (path: string, said: string) => string = (_, said) => said;
  readonly #server: http.Server;

  private constructor(behind: string) {
    this.#server = http.createServer((req, res) => {
      const headers = { ...req.headers, 'accept-encoding': 'identity' };
      const inner = http.request(behind + req.url, { method: req.method, headers }, (answer) => {
        void this.#answer(req.url ?? '', answer, res);
      });
      inner.on('error', () => res.destroy());
      req.pipe(inner);
    });
  }

  static async before(behind: string): Promise<HostileServer> {
    const hostile = new HostileServer(behind);
    await new Promise<void>((resolve) => hostile.#server.listen(0, 'localhost', resolve));
    return hostile;
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  end(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(path: string, answer: http.IncomingMessage, res: http.ServerResponse): Promise<void> {
    const { 'content-length': _, ...headers } = answer.headers;
    const isText = /json|html|x-component/.test(String(headers['content-type']));
    res.writeHead(answer.statusCode ?? 502, isText ? headers : answer.headers);
    if (isText) res.end(this.change(path, await text(answer)));
    else answer.pipe(res);
  }
}
