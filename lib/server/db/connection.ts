import 'server-only';
import type { Socket } from 'node:net';
import pg from 'pg';

/**
 * What every connection asks for when it begins, before anything that the server, the database or the role would have
 * it use: Prisma writes and reads instants without an offset, which PostgreSQL takes to be in the session's zone, and our
 * migrations hold letters by their numbers. Poolers that share connections know these three and give them to each client's
 * transactions; most refuse any others.
 * See PostgreSQL's documentation, "Frontend/Backend Protocol, Start-up".
 */
export const startUpSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  standard_conforming_strings: 'on',
};

/**
 * The only kind of connection to the database, no matter who makes it.
 *
 * A connection may break while nobody waits for an answer on it, even between two statements of a transaction. Anyone who
 * uses it next finds out; but an `error` event without a listener would end the process.
 *
 * A statement that isn't answered in time is the last one of its connection. The driver would go on using it, and where
 * nobody ends the statement (behind a pooler, on a dead network) the next user would be inside the transaction of one
 * who gave up, and lose what was answered as done.
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

  /** The driver's own start-up message has no room for settings that poolers take. */
  getStartupConf(): Record<string, string> {
    const { getStartupConf } = pg.Client.prototype as unknown as {
      getStartupConf: () => Record<string, string>;
    };
    return { ...getStartupConf.call(this), ...startUpSettings };
  }

  #cut(): void {
    const { connection } = this as unknown as { connection: { stream: Socket } };
    connection.stream.destroy();
  }
}

const isLate = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';
