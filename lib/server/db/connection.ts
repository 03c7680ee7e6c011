import 'server-only';
import type { Socket } from 'node:net';
import net from 'node:net';
import pg from 'pg';
import { log } from '@/lib/server/log';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';
import { codeOf } from '@/lib/server/plain-error';

/**
 * Override the server's, database's and role's settings: Prisma's instants have no offset, and migrations use escapes.
 * Sent at start-up, where poolers accept only these three.
 */
const startUpSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  standard_conforming_strings: 'on',
};

/**
 * Whatever keeps us from connecting: a name, network, certificate, password, lock or missing database. Has the code of
 * PostgreSQL for that, which drivers hand on; the cause keeps its own.
 */
export class ConnectFailure extends OutsideFailure {
  override readonly code = '08001';
  readonly severity = 'FATAL'; // by which Prisma's adapter knows an error of PostgreSQL
  constructor(cause: unknown) {
    super(cause instanceof pg.DatabaseError ? 'signIn' : 'connection', cause);
  }

  /** True of a server that is starting, stopping or full, and of one that nobody answers for. */
  get mayPass(): boolean {
    return this.place === 'connection' || /^(53|57P)/.test(String(codeOf(this.cause)));
  }
}

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

  override connect(): Promise<Connection>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<Connection> | undefined {
    const connecting = super.connect().catch((error: unknown) => {
      throw new ConnectFailure(error);
    });
    if (!callback) return connecting.then(() => this);
    connecting.then(() => (callback as () => void)(), callback);
    return undefined;
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
const shared = globalThis as typeof globalThis & {
  slipwayConnections?: Set<CutIfIdle>;
  slipwayDatabaseSockets?: Set<net.Socket>;
};

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

/**
 * Applies settings if the connection has a PostgreSQL process of its own. A transaction pooler such as PgBouncer
 * doesn't: its process id differs from the one given at connecting.
 * @returns true if applied
 */
export async function applySessionSettings(
  connection: pg.ClientBase,
  settings: Record<string, string>,
): Promise<boolean> {
  const { processID } = connection as pg.ClientBase & { processID: number | null };
  const { rows } = await connection.query<{ isOwn: boolean }>(
    `SELECT pg_backend_pid() = $1 AS "isOwn", (
       SELECT count(set_config(key, value, false)) FROM json_each_text($2) WHERE pg_backend_pid() = $1)`,
    [processID, JSON.stringify(settings)],
  );
  return rows[0]?.isOwn ?? false;
}

/** False behind a transaction pooler, where statements, locks and `LISTEN` don't last. */
export const hasDedicatedBackend = (connection: pg.ClientBase): Promise<boolean> =>
  applySessionSettings(connection, {});

export async function isReadOnly(connection: pg.ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ isReadOnly: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
  );
  return rows[0]?.isReadOnly ?? false;
}

/** Gives `work` a connection of its own. A dead network must not delay its end, so nothing waits for that. */
export async function withConnection<T>(
  settings: pg.ClientConfig,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = new Connection(settings);
  try {
    await connection.connect();
    return await work(connection);
  } finally {
    connection.end().catch(() => undefined);
  }
}

/** @throws when there is no answer within five seconds */
export const inspectConnection = (
  connectionString: string | undefined,
): Promise<{ isPooled: boolean; isReadOnly: boolean }> =>
  withConnection(
    { connectionString, connectionTimeoutMillis: 5_000, query_timeout: 5_000 },
    async (connection) => ({
      isPooled: !(await hasDedicatedBackend(connection)),
      isReadOnly: await isReadOnly(connection),
    }),
  );

function sockets(): Set<net.Socket> {
  shared.slipwayDatabaseSockets ??= new Set();
  return shared.slipwayDatabaseSockets;
}

export function databaseSocket(): net.Socket {
  const socket = new net.Socket();
  sockets().add(socket);
  socket.once('close', () => sockets().delete(socket));
  return socket;
}

export const connectionCount = (): number => sockets().size;

/**
 * Closes all connections, so that pending queries fail now instead of after the system's timeout. Pools reconnect
 * when needed.
 */
export function dropConnections(): void {
  for (const socket of sockets()) socket.destroy();
}
