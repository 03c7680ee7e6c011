import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { followClock } from './clock';
import { ConnectFailure, Connection } from './connection';

const intervalMs = 1_000;
const retryMs = 250;

/** As long as other code waits for a connection, so that a busy database doesn't count as away. */
const patienceMs = 5_000;

/** As long as pools keep an idle connection: from then on requests depend on new ones. */
const renewMs = 10_000;

export type DatabaseWatch = {
  isUp: () => boolean;
  stop: () => void;
};

type WatchEvents = { onAway: (error: unknown) => void; onBack: () => void; onAnswer: () => void };

/**
 * Asks the database for its time every second, over a connection made anew every ten, as requests have them. It is
 * away when it lets nobody in or doesn't answer.
 */
export function watchDatabase(
  connectionString: string,
  { onAway, onBack, onAnswer }: WatchEvents,
  { renewAfterMs } = { renewAfterMs: renewMs },
): DatabaseWatch {
  const stopped = new AbortController();
  let client: Connection | null = null;
  let connectedAtMs = 0;
  let isUp = true;

  const forget = () => {
    client?.end().catch(() => undefined);
    client = null;
  };

  const connect = async (): Promise<Connection> => {
    const fresh = new Connection({
      connectionString,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      keepAlive: true,
    });
    await fresh.connect();
    forget();
    client = fresh;
    connectedAtMs = performance.now();
    return fresh;
  };

  const check = async (): Promise<void> => {
    const isOld = performance.now() - connectedAtMs > renewAfterMs;
    await followClock(client && !isOld ? client : await connect());
    onAnswer();
  };

  /** Tries again on a new connection, because the open one may have been closed for other reasons. */
  const checkTwice = async (): Promise<void> => {
    try {
      await check();
    } catch (error) {
      if (isFull(error)) return;
      forget();
      if (isTimeout(error)) throw error;
      if (error instanceof ConnectFailure) await sleep(retryMs, undefined, { ref: false });
      await check();
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
      const failure = await checkTwice().then(noFailure, (error: unknown) => ({ error }));
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

/** True of a server without free connections, which is up. */
const isFull = (error: unknown): boolean =>
  error instanceof ConnectFailure && (error.cause as { code?: unknown } | null)?.code === '53300';

const isTimeout = (error: unknown): boolean => error instanceof Error && /time-?out/i.test(error.message);
