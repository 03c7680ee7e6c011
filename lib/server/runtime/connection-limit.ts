import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import { hasDedicatedBackend, withConnection } from '@/lib/server/db/connection';

const defaultConnections = 18;
const minConnections = 3;

/** Listening in each process, the watch and the readiness check. */
const extraConnections = 4;

const limitsQuery = `
  SELECT current_user AS "role", current_database() AS "database",
    (SELECT CASE WHEN rolsuper THEN -1 ELSE rolconnlimit END FROM pg_roles WHERE rolname = current_user) AS "ofRole",
    (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS "ofDatabase",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "ofServer"`;

type ConnectionLimits = {
  role: string;
  database: string;
  ofRole: number;
  ofDatabase: number;
  ofServer: number;
};

/**
 * Returns the pool size for each process, lowered to what the database allows. A pooler that shares connections
 * enforces the limit itself.
 * @throws BadConfiguration for a limit too low to work with
 */
export async function connectionsPerProcess(
  url: string | undefined,
  warn: (sentence: string) => void,
): Promise<number> {
  if (url === undefined) return defaultConnections;
  return withConnection({ connectionString: url, connectionTimeoutMillis: 10_000 }, async (connection) => {
    if (!(await hasDedicatedBackend(connection))) return defaultConnections;
    const { rows } = await connection.query<ConnectionLimits>(limitsQuery);
    return rows[0] ? fitConnections(rows[0], warn) : defaultConnections;
  });
}

function fitConnections(
  { role, database, ofRole, ofDatabase, ofServer }: ConnectionLimits,
  warn: (sentence: string) => void,
): number {
  const wanted = 2 * defaultConnections + extraConnections;
  const limits = [
    { limit: ofRole, subject: `the role "${role}"`, cure: `ALTER ROLE "${role}" CONNECTION LIMIT ${wanted}` },
    {
      limit: ofDatabase,
      subject: `the database "${database}"`,
      cure: `ALTER DATABASE "${database}" CONNECTION LIMIT ${wanted}`,
    },
    {
      limit: ofServer,
      subject: 'the server',
      cure: `ALTER SYSTEM SET max_connections = ${wanted + 10}, and restart it`,
    },
  ].filter(({ limit }) => limit >= 0 && limit < wanted);
  const [lowest] = limits.sort((a, b) => a.limit - b.limit);
  if (!lowest) return defaultConnections;
  const { limit, subject, cure } = lowest;
  const each = Math.floor((limit - extraConnections) / 2);
  if (each < minConnections) {
    throw new BadConfiguration(
      `PostgreSQL allows ${subject} ${limit} connections at once, and a node of Slipway needs ${2 * minConnections + extraConnections} at least. As an administrator run: ${cure}`,
    );
  }
  warn(
    `PostgreSQL allows ${subject} ${limit} connections at once. A node does with them, and is faster with ${wanted}: ${cure}`,
  );
  return each;
}
