import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { BadConfiguration } from '@/lib/server/config';
import { Connection } from '@/lib/server/db/connection';
import { codeOf, errorMessage } from '@/lib/server/plain-error';

/** A database that starts at the same time, in a container beside us, takes seconds; its name is known a little later, too. */
const patienceMs = 60_000;
const pauseMs = 500;

const coming =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ENOENT|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|57P03|53300)$/;
const late = /^timeout expired|Connection terminated/;

/**
 * Waits for a database that isn't there yet. @param connectionString nothing where it is ours
 * @throws BadConfiguration when it never comes, when it refuses us, and when we are told to end meanwhile
 */
export async function untilDatabase(
  connectionString: string | undefined,
  say: (line: string) => void,
  patience = { patienceMs, pauseMs },
): Promise<void> {
  if (connectionString === undefined) return;
  const stop = new AbortController();
  const end = () => stop.abort();
  for (const signal of signals) process.once(signal, end);
  try {
    await knockUntilOpen(connectionString, say, { ...patience, signal: stop.signal });
  } finally {
    for (const signal of signals) process.removeListener(signal, end);
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

type Patience = { patienceMs: number; pauseMs: number; signal: AbortSignal };

async function knockUntilOpen(url: string, say: (line: string) => void, patience: Patience): Promise<void> {
  const untilMs = performance.now() + patience.patienceMs;
  for (let isFirst = true; ; isFirst = false) {
    const failure = await knock(url);
    if (!failure) return;
    const mayCome = coming.test(String(codeOf(failure))) || late.test(errorMessage(failure));
    if (!mayCome || performance.now() > untilMs) return unreachable(failure);
    if (isFirst) say(`Waiting up to a minute for the database (${errorMessage(failure)})`);
    await sleep(patience.pauseMs, undefined, { signal: patience.signal }).catch(() => undefined);
    if (patience.signal.aborted) throw new BadConfiguration('Ended while it waited for the database.');
  }
}

async function knock(connectionString: string): Promise<Error | null> {
  const client = new Connection({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error as Error;
  } finally {
    client.end().catch(() => undefined);
  }
}

const connecting =
  /^(ECONN|ENOTFOUND|EAI_|ENOENT|EHOST|ENET|ETIMEDOUT|28|3D000|53300|57P03|ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/;
const refusing = /^timeout expired|does not support SSL/;

/** A database that can't be reached, or refuses us, is the operator's to mend; everything else is ours. */
export function unreachable(error: Error): never {
  if (!connecting.test(String(codeOf(error))) && !refusing.test(error.message)) throw error;
  throw new BadConfiguration(
    `DATABASE_URL must lead to a PostgreSQL that lets us in, but it says: ${errorMessage(error)}`,
  );
}
