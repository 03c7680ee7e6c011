import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from './connection';

/** Between questions while it answers, and while it doesn't. */
const lookMs = 1_000;
const lookAgainMs = 250;

/** As long as anybody else waits for a connection: a database that is only busy is not taken for one that is away. */
const patienceMs = 5_000;

export type Watch = {
  isUp: () => boolean;
  stop: () => void;
};

type Heard = { onAway: (error: unknown) => void; onBack: () => void };

/**
 * Asks the database every second whether it is there. When it answers neither an open connection nor a new one, it is
 * away, and nobody needs to wait for it to find that out; when it answers again, it is back.
 */
export function watchDatabase(connectionString: string, { onAway, onBack }: Heard): Watch {
  const stopped = new AbortController();
  let client: Connection | null = null;
  let isUp = true;

  const connected = async (): Promise<Connection> => {
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

  const ask = async (): Promise<void> => {
    client ??= await connected();
    await client.query('SELECT 1');
  };

  /** An open connection may have been ended for reasons of its own: only a new one that fails as well says something. */
  const askTwice = async (): Promise<void> => {
    const isFresh = client === null;
    try {
      await ask();
    } catch (error) {
      forget();
      if (isFresh || isTimeout(error)) throw error;
      await ask().catch((second: unknown) => {
        forget();
        throw second;
      });
    }
  };

  const hear = (failure: { error: unknown } | null): void => {
    if (failure && isUp) onAway(failure.error);
    if (!failure && !isUp) onBack();
    isUp = failure === null;
  };

  const watch = async () => {
    const { signal } = stopped;
    while (!signal.aborted) {
      const failure = await askTwice().then(noFailure, failureOf);
      if (signal.aborted) break;
      hear(failure);
      await sleep(isUp ? lookMs : lookAgainMs, undefined, { signal, ref: false }).catch(noFailure);
    }
    forget();
  };
  void watch();

  return { isUp: () => isUp, stop: () => stopped.abort() };
}

const noFailure = () => null;
/** One that has no room for more connections is there all the same. */
const failureOf = (error: unknown) =>
  (error as { code?: unknown } | null)?.code === '53300' ? null : { error };

const isTimeout = (error: unknown): boolean => error instanceof Error && /time-?out/i.test(error.message);
