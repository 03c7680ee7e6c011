import 'server-only';
import http from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The connections to the process of the pages. Only those are used again that have carried no body: a client that gives a
 * body up half-way leaves the rest of it in the connection, before the next request, and only the other process knows.
 */
export class InnerConnections extends http.Agent {
  readonly #carriedBody = new WeakSet<Duplex>();

  constructor() {
    super({ keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo' });
  }

  /** To be called for each request that has a body. */
  closeAfter(request: http.ClientRequest): void {
    request.once('socket', (socket) => this.#carriedBody.add(socket));
  }

  override keepSocketAlive(socket: Duplex): boolean {
    return !this.#carriedBody.has(socket) && Boolean(super.keepSocketAlive(socket));
  }
}
