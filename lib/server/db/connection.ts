import 'server-only';
import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * A connection may end while nobody waits for an answer on it, between two statements of a transaction as well. Whoever
 * asks next finds out; an error that nobody hears would end the process.
 *
 * A statement that isn't answered in time is the connection's last: the driver would go on with it, and where nobody
 * ends the statement (behind a pooler, on a dead way) the next one to use the connection would be within a transaction
 * of somebody who gave up, and lose what was answered as done.
 */
export class Connection extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    this.on('error', () => undefined);
    const ask = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      const answer = ask(...given);
      if (answer instanceof Promise) answer.catch((error: unknown) => isLate(error) && this.#cut());
      return answer;
    }) as typeof this.query;
  }

  #cut(): void {
    const { connection } = this as unknown as { connection: { stream: Socket } };
    connection.stream.destroy();
  }
}

const isLate = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';
