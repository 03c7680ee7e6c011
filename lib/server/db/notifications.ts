import 'server-only';
import type pg from 'pg';
import { config } from '@/lib/server/config';
import { log } from '@/lib/server/log';
import { nodeId } from '@/lib/server/node-id';
import { Connection } from './connection';
import { hasOwnProcess } from './pooler';
import { showPresence } from './presence';
import { databaseSocket } from './sockets';

type Listener = (payload: string) => void;

const reconnectMs = 1_000;

const listeners = new Map<string, Set<Listener>>();
let client: Connection | null = null;
let retry: NodeJS.Timeout | undefined;
let isConnected = false;
let isShown = false;
let isOver = false;

/**
 * Hears what other nodes say on a channel of the database (`NOTIFY`), over one connection of the process's own that is
 * made again when it breaks. What is said meanwhile is lost, so nobody may depend on it: it only saves waiting.
 */
export function onNotification(channel: string, listener: Listener): () => void {
  const all = listeners.get(channel) ?? new Set();
  listeners.set(channel, all.add(listener));
  if (!client && !retry && !isOver) connect();
  else if (isConnected && all.size === 1) client?.query(`LISTEN ${channel}`).catch(() => undefined);
  return () => void all.delete(listener);
}

/** Whether the other nodes can see that this process lives: presence.ts. */
export const isPresent = (): boolean => isShown;

/** Permanently: the process ends, or there is nothing to listen for. */
export async function closeNotifications(): Promise<void> {
  isOver = true;
  clearTimeout(retry);
  await client?.end().catch(() => undefined);
}

function connect(): void {
  retry = undefined;
  const mine = new Connection({
    connectionString: config().DATABASE_URL,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    stream: databaseSocket,
  });
  client = mine;
  const again = (error?: unknown) => {
    if (client !== mine) return;
    client = null;
    isConnected = false;
    isShown = false;
    if (isOver) return;
    if (error) log().warn({ err: error }, 'the connection for notifications broke');
    mine.end().catch(() => undefined);
    retry = setTimeout(connect, reconnectMs);
    retry.unref();
  };
  mine.on('error', again);
  mine.on('end', () => again());
  mine.on('notification', ({ channel, payload }) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload ?? '');
  });
  begin(mine).catch(again);
}

/** A pooler passes no notifications on, and it would keep the lock of a process that is gone. */
async function doWithout(): Promise<void> {
  log().info('behind a pooler that shares connections no notifications are heard');
  await closeNotifications();
}

async function begin(mine: pg.Client): Promise<void> {
  await mine.connect();
  if (!(await hasOwnProcess(mine))) return doWithout();
  isConnected = true;
  await mine.query([...listeners.keys()].map((channel) => `LISTEN ${channel}`).join(';'));
  await showPresence(mine, nodeId());
  isShown = client === mine;
}
