import 'server-only';
import type pg from 'pg';
import { clockOffset, setClockOffset } from '@/lib/server/present-time';

/** Smaller differences are the network's. Time runs evenly without them. */
const toleratedMs = 100;

/** Has `presentTime` follow the database's clock, which is one for all nodes. */
export async function followClock(connection: pg.ClientBase): Promise<void> {
  const beganMs = Date.now();
  const { rows } = await connection.query<{ ms: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "ms"',
  );
  const endedMs = Date.now();
  const aheadMs = (rows[0]?.ms ?? endedMs) - (beganMs + endedMs) / 2;
  const doubtMs = (endedMs - beganMs) / 2 + toleratedMs;
  if (Math.abs(aheadMs - clockOffset()) > doubtMs) setClockOffset(Math.round(aheadMs));
}
