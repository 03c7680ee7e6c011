import 'server-only';
import type { Socket } from 'node:net';
import pg from 'pg';
import { log } from '@/lib/server/log';

/**
 * Override the server's, database's and role's settings: Prisma's instants have no offset, and migrations use escapes.
 * Sent at start-up, where poolers accept only these three.
 */
export const startUpSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  standard_conforming_strings: 'on',
};

/**
 * Every connection to the database. Survives errors while idle, and cuts itself after an unanswered statement,
 * because a pooler could put the next user into that open transaction, and after a server became read-only.
 */
export class Connection extends pg.Client {
  constructor(settings?: string | pg.ClientConfig) {
    super(settings);
    this.on('error', () => undefined);
    const runQuery = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        return runQuery(...args.slice(0, -1), (error: unknown, result: unknown) => {
          this.#handleError(error);
          callback(error, result);
        });
      }
      const result = runQuery(...args);
      if (result instanceof Promise) result.catch((error: unknown) => this.#handleError(error));
      return result;
    }) as typeof this.query;
    const cutIfIdle = (error: Error) => this.#cutIfIdle(error);
    openConnections().add(cutIfIdle);
    this.once('end', () => openConnections().delete(cutIfIdle));
  }

  getStartupConf(): Record<string, string> {
    const { getStartupConf } = pg.Client.prototype as unknown as {
      getStartupConf: () => Record<string, string>;
    };
    return { ...getStartupConf.call(this), ...startUpSettings };
  }

  #handleError(error: unknown): void {
    if (!(error instanceof Error)) return;
    const code = String((error as { code?: unknown }).code);
    if (fatalCode.test(code) || error.message === 'Query read timeout') this.#cut();
    if (code === readOnly) cutIdleConnections(error);
  }

  #cut(): void {
    const { connection } = this as unknown as { connection: { stream: Socket } };
    connection.stream.destroy();
    Object.assign(this, { _queryable: false }); // keeps pools from using it in the meantime
  }

  #cutIfIdle(error: Error): void {
    const { _queryable, readyForQuery } = this as unknown as { _queryable: boolean; readyForQuery: boolean };
    const isIdle = _queryable && readyForQuery && this.getTransactionStatus() === 'I';
    if (!isIdle) return;
    this.#cut();
    this.emit('error', new Error(error.message)); // lets its pool drop it before the socket is closed
  }
}

type CutIfIdle = (error: Error) => void;

const readOnly = '25006';
const fatalCode = /^(25006|57P0[125])$/;

// On globalThis, because pages are bundled separately.
const shared = globalThis as typeof globalThis & { slipwayConnections?: Set<CutIfIdle> };

function openConnections(): Set<CutIfIdle> {
  shared.slipwayConnections ??= new Set();
  return shared.slipwayConnections;
}

/** Limits reconnects while the database stays read-only. */
const pauseMs = 200;
let cutMs = Number.NEGATIVE_INFINITY;

function cutIdleConnections(error: Error): void {
  if (performance.now() - cutMs < pauseMs) return;
  cutMs = performance.now();
  log().warn({ event: 'database.moved', err: error }, 'connections to the database are made anew');
  for (const cutIfIdle of openConnections()) cutIfIdle(error);
}
