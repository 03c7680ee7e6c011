import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration } from '@/lib/server/config';
import { ConnectFailure, withConnection } from '@/lib/server/db/connection';

/** A database container that starts together with ours takes seconds, its DNS name somewhat longer. */
const defaultWaitMs = 60_000;
const defaultPauseMs = 500;

/**
 * @param connectionString undefined for the embedded database
 * @throws BadConfiguration when the database stays away, refuses us, or a signal ends the wait
 */
export async function waitForDatabase(
  connectionString: string | undefined,
  say: (line: string) => void,
  timing = { patienceMs: defaultWaitMs, pauseMs: defaultPauseMs },
): Promise<void> {
  if (connectionString === undefined) return;
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const signal of signals) process.once(signal, end);
  try {
    await connectWithRetries(connectionString, say, { ...timing, signal: stop.signal });
  } finally {
    for (const signal of signals) process.removeListener(signal, end);
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

type ConnectRetries = { patienceMs: number; pauseMs: number; signal: AbortSignal };

async function connectWithRetries(
  url: string,
  say: (line: string) => void,
  retries: ConnectRetries,
): Promise<void> {
  const untilMs = performance.now() + retries.patienceMs;
  for (let isFirst = true; ; isFirst = false) {
    const failure = await tryConnecting(url);
    if (!failure) return;
    const mayCome = failure instanceof ConnectFailure && failure.mayPass;
    if (!mayCome || performance.now() > untilMs) return rethrowUnreachable(failure);
    if (isFirst) say(`Waiting up to a minute for the database (${failure.line})`);
    await sleep(retries.pauseMs, undefined, { signal: retries.signal }).catch(() => undefined);
    if (retries.signal.aborted) throw new BadConfiguration('Ended while it waited for the database.');
  }
}

const tryConnecting = (connectionString: string): Promise<Error | null> =>
  withConnection({ connectionString, connectionTimeoutMillis: 5_000 }, async () => null).catch(
    (error: Error) => error,
  );

/** Turns a failure to connect into BadConfiguration, as the operator can mend it, and rethrows all others. */
export function rethrowUnreachable(error: Error): never {
  if (!(error instanceof ConnectFailure)) throw error;
  throw new BadConfiguration(
    `DATABASE_URL must lead to a PostgreSQL that lets us in, but it says: ${error.line}`,
  );
}
