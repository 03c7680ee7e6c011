import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection';

const intervalMs = 1_000;
const retryMs = 250;

/** As long as other code waits for a connection, so that a busy database doesn't count as away. */
const patienceMs = 5_000;

export type DatabaseWatch = {
  isUp: () => boolean;
  stop: () => void;
};

type WatchEvents = { onAway: (error: unknown) => void; onBack: () => void };

/** Queries the database every second. It is away when neither the open nor a new connection answers. */
export function watchDatabase(connectionString: string, { onAway, onBack }: WatchEvents): DatabaseWatch {
  const stopped = new AbortController();
  let client: Connection | null = null;
  let isUp = true;

  const connect = async (): Promise<Connection> => {
    const fresh = new Connection({
      connectionString,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    });
    await fresh.connect();
    return fresh;
  };

  const forget = () => {
    client?.end().catch(() => undefined);
    client = null;
  };

  const check = async (): Promise<void> => {
    client ??= await connect();
    await client.query('SELECT 1');
  };

  /** Retries on a new connection, because the open one may have been closed for other reasons. */
  const checkTwice = async (): Promise<void> => {
    const isFresh = client === null;
    try {
      await check();
    } catch (error) {
      forget();
      if (isFresh || isTimeout(error)) throw error;
      await check().catch((second: unknown) => {
        forget();
        throw second;
      });
    }
  };

  const report = (failure: { error: unknown } | null): void => {
    if (failure && isUp) onAway(failure.error);
    if (!failure && !isUp) onBack();
    isUp = failure === null;
  };

  const watch = async () => {
    const { signal } = stopped;
    while (!signal.aborted) {
      const failure = await checkTwice().then(noFailure, failureOf);
      if (signal.aborted) break;
      report(failure);
      await sleep(isUp ? intervalMs : retryMs, undefined, { signal, ref: false }).catch(noFailure);
    }
    forget();
  };
  void watch();

  return { isUp: () => isUp, stop: () => stopped.abort() };
}

const noFailure = () => null;
/** A server without free connections is up. */
const failureOf = (error: unknown) =>
  (error as { code?: unknown } | null)?.code === '53300' ? null : { error };

const isTimeout = (error: unknown): boolean => error instanceof Error && /time-?out/i.test(error.message);
