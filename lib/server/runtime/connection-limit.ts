import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import { Connection } from '@/lib/server/db/connection';
import { hasDedicatedBackend } from '@/lib/server/db/pooler';

/** Each of the two processes has so many, in its pools. */
const usual = 18;
const least = 3;

/** One in each process that listens, one that watches, and one for who looks whether all is well. */
const beside = 4;

const question = `
  SELECT current_user AS "role", current_database() AS "database",
    (SELECT CASE WHEN rolsuper THEN -1 ELSE rolconnlimit END FROM pg_roles WHERE rolname = current_user) AS "ofRole",
    (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS "ofDatabase",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "ofServer"`;

type Limits = { role: string; database: string; ofRole: number; ofDatabase: number; ofServer: number };

/**
 * How many connections each process may keep, where the database allows fewer than usual. Behind a pooler that shares
 * connections it is the pooler that keeps to them.
 * @throws BadConfiguration for a limit below which requests would only wait for each other
 */
export async function connectionsEach(
  url: string | undefined,
  warn: (sentence: string) => void,
): Promise<number> {
  if (url === undefined) return usual;
  const client = new Connection({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    if (!(await hasDedicatedBackend(client))) return usual;
    const { rows } = await client.query<Limits>(question);
    return rows[0] ? fitting(rows[0], warn) : usual;
  } finally {
    client.end().catch(() => undefined);
  }
}

function fitting(
  { role, database, ofRole, ofDatabase, ofServer }: Limits,
  warn: (sentence: string) => void,
): number {
  const wanted = 2 * usual + beside;
  const limits = [
    { limit: ofRole, of: `the role "${role}"`, cure: `ALTER ROLE "${role}" CONNECTION LIMIT ${wanted}` },
    {
      limit: ofDatabase,
      of: `the database "${database}"`,
      cure: `ALTER DATABASE "${database}" CONNECTION LIMIT ${wanted}`,
    },
    {
      limit: ofServer,
      of: 'the server',
      cure: `ALTER SYSTEM SET max_connections = ${wanted + 10}, and restart it`,
    },
  ].filter(({ limit }) => limit >= 0 && limit < wanted);
  const [lowest] = limits.sort((a, b) => a.limit - b.limit);
  if (!lowest) return usual;
  const { limit, of, cure } = lowest;
  const each = Math.floor((limit - beside) / 2);
  if (each < least) {
    throw new BadConfiguration(
      `PostgreSQL allows ${of} ${limit} connections at once, and a node of Slipway needs ${2 * least + beside} at least. As an administrator run: ${cure}`,
    );
  }
  warn(
    `PostgreSQL allows ${of} ${limit} connections at once. A node does with them, and is faster with ${wanted}: ${cure}`,
  );
  return each;
}
