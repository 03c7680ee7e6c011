import 'server-only';
import type { Socket } from 'node:net';
import pg from 'pg';
import { log } from '@/lib/server/log';

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
 *
 * So is one that is refused because its server can only read by now. The others lead there, too.
 */
export class Connection extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    this.on('error', () => undefined);
    const ask = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      const answered = given.at(-1);
      if (typeof answered === 'function') {
        return ask(...given.slice(0, -1), (error: unknown, result: unknown) => {
          this.#hear(error);
          answered(error, result);
        });
      }
      const answer = ask(...given);
      if (answer instanceof Promise) answer.catch((error: unknown) => this.#hear(error));
      return answer;
    }) as typeof this.query;
    const cutIfIdle = (error: Error) => this.#cutIfIdle(error);
    openConnections().add(cutIfIdle);
    this.once('end', () => openConnections().delete(cutIfIdle));
  }

  /** The driver's own start-up message has no room for settings that poolers take. */
  getStartupConf(): Record<string, string> {
    const { getStartupConf } = pg.Client.prototype as unknown as {
      getStartupConf: () => Record<string, string>;
    };
    return { ...getStartupConf.call(this), ...startUpSettings };
  }

  #hear(error: unknown): void {
    if (!(error instanceof Error)) return;
    const code = String((error as { code?: unknown }).code);
    if (lastCode.test(code) || error.message === 'Query read timeout') this.#cut();
    if (code === readOnly) cutIdleConnections(error);
  }

  #cut(): void {
    const { connection } = this as unknown as { connection: { stream: Socket } };
    connection.stream.destroy();
    Object.assign(this, { _queryable: false }); // so that no pool hands it out before it hears of that
  }

  #cutIfIdle(error: Error): void {
    const { _queryable, readyForQuery } = this as unknown as { _queryable: boolean; readyForQuery: boolean };
    const isIdle = _queryable && readyForQuery && this.getTransactionStatus() === 'I';
    if (!isIdle) return;
    this.#cut();
    this.emit('error', new Error(error.message)); // its pool forgets it now, and not only when the socket is closed
  }
}

/** Ends a connection that nobody is at work on. */
type CutIfIdle = (error: Error) => void;

/** PostgreSQL's code for a write to a server that can only read. */
const readOnly = '25006';
/** The same, and its words when it ends a connection. */
const lastCode = /^(25006|57P0[125])$/;

// On globalThis, because the code of the pages is bundled apart from the process that runs it.
const kept = globalThis as typeof globalThis & { slipwayConnections?: Set<CutIfIdle> };

function openConnections(): Set<CutIfIdle> {
  kept.slipwayConnections ??= new Set();
  return kept.slipwayConnections;
}

/** A database that can only be read for long is not asked for new connections with each statement. */
const pauseMs = 200;
let cutMs = Number.NEGATIVE_INFINITY;

function cutIdleConnections(error: Error): void {
  if (performance.now() - cutMs < pauseMs) return;
  cutMs = performance.now();
  log().warn({ event: 'database.moved', err: error }, 'connections to the database are made anew');
  for (const cutIfIdle of openConnections()) cutIfIdle(error);
}
