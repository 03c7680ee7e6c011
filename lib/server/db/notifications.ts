import 'server-only';
import type pg from 'pg';
import { config } from '@/lib/server/config';
import { nodeId } from '@/lib/server/ids';
import { log } from '@/lib/server/log';
import { Connection, databaseSocket, hasDedicatedBackend } from './connection';
import { Prisma } from './generated/client';

type NotificationListener = (payload: string) => void;

const reconnectMs = 1_000;

const listeners = new Map<string, Set<NotificationListener>>();
let client: Connection | null = null;
let retry: NodeJS.Timeout | undefined;
let isConnected = false;
let isAnnounced = false;
let isClosed = false;

/**
 * Listens to a channel (`NOTIFY`) and reconnects when needed. Notifications can get lost, so they may only save
 * waiting.
 */
export function onNotification(channel: string, listener: NotificationListener): () => void {
  const all = listeners.get(channel) ?? new Set();
  listeners.set(channel, all.add(listener));
  if (!client && !retry && !isClosed) connect();
  else if (isConnected && all.size === 1) client?.query(`LISTEN ${channel}`).catch(() => undefined);
  return () => void all.delete(listener);
}

/** True when other nodes can see that this process lives, see `announcePresence`. */
export const isPresent = (): boolean => isAnnounced;

export async function closeNotifications(): Promise<void> {
  isClosed = true;
  clearTimeout(retry);
  await client?.end().catch(() => undefined);
}

function connect(): void {
  retry = undefined;
  const connection = new Connection({
    connectionString: config().DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    stream: databaseSocket,
  });
  client = connection;
  const reconnect = (error?: unknown) => {
    if (client !== connection) return;
    client = null;
    isConnected = false;
    isAnnounced = false;
    if (isClosed) return;
    if (error) log().warn({ err: error }, 'the connection for notifications broke');
    connection.end().catch(() => undefined);
    retry = setTimeout(connect, reconnectMs);
    retry.unref();
  };
  connection.on('error', reconnect);
  connection.on('end', () => reconnect());
  connection.on('notification', ({ channel, payload }) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload ?? '');
  });
  startListening(connection).catch(reconnect);
}

/** A pooler passes no notifications on, and keeps the lock of a process that has ended. */
async function disableNotifications(): Promise<void> {
  log().info('behind a pooler that shares connections no notifications are heard');
  await closeNotifications();
}

async function startListening(connection: pg.Client): Promise<void> {
  await connection.connect();
  if (!(await hasDedicatedBackend(connection))) return disableNotifications();
  isConnected = true;
  await connection.query([...listeners.keys()].map((channel) => `LISTEN ${channel}`).join(';'));
  await announcePresence(connection, nodeId());
  isAnnounced = client === connection;
}

/**
 * Holds an advisory lock, which PostgreSQL releases when the process is killed. A living node may lose its
 * connection, so treating it as dead must be harmless.
 */
export async function announcePresence(connection: pg.Client, node: string): Promise<void> {
  await connection.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [keyOf(node)]);
}

export const isNodeAbsent = (node: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`pg_try_advisory_xact_lock_shared(hashtextextended(${keyOf('')} || ${node}, 0))`;

const keyOf = (node: string) => `slipway node ${node}`;
