import 'server-only';
import pg from 'pg';
import { BadConfiguration } from '@/lib/server/config';
import { Connection } from '@/lib/server/db/connection';

/**
 * Until 25 November 2026 the session's time zone read what Prisma wrote: of a database in any zone but UTC, these columns
 * are off by that zone's offset. All others were written with an offset, or by the database's own clock.
 */
const offColumns = {
  Account: ['createdAt', 'lastLoginAt', 'deletingAt'],
  Session: ['createdAt', 'lastSeenAt', 'endsAt', 'revokedAt'],
  Invite: ['createdAt', 'expiresAt'],
  Alias: ['createdAt'],
  Share: ['createdAt', 'notifiedAt'],
  Publication: ['publishedAt', 'publishUntil', 'lastAccessAt'],
  Visit: ['startedAt'],
  ShareEvent: ['at'],
  Setting: ['updatedAt'],
};

/** A form made its files at its share's very instant, by Prisma; any other way of uploading wrote an offset. */
const ofForm = `f."createdAt" = s."createdAt" AND f."completedAt" = f."createdAt"`;

/** Events that were written with an offset. */
const rightEvents = `('upload.start', 'upload.complete', 'download.file', 'download.zip')`;

/** What the instant `column` should have been, had zone $1 read it. */
const corrected = (column: string) => `(${column} AT TIME ZONE $1) AT TIME ZONE 'UTC'`;

/** Links whose true end the audit tells, in a text with an offset: nobody has changed their validity since. */
const provenLinks = `
  SELECT p."shareId", p."publishUntil", (e."details"->>'until')::timestamptz AS "until"
  FROM "Publication" p
  JOIN "AuditEvent" e ON e."shareId" = p."shareId" AND e."at" = p."publishedAt" AND e."event" = 'share.publish'
  WHERE NOT EXISTS (SELECT 1 FROM "AuditEvent" l WHERE l."shareId" = p."shareId" AND l."at" >= p."publishedAt"
    AND l."event" = 'share.limit' AND l."details" ? 'validityMs')`;

/**
 * Instants of which both the stored and the true value are known: ends of links, and the moments after migrations, of
 * which the database's own clock noted the end. Seconds; `ofZone` is what they would be apart in zone $1.
 */
const evidence = `
  SELECT extract(epoch FROM "true" - "stored")::float8 AS "apart",
    extract(epoch FROM ${corrected('"stored"')} - "stored")::float8 AS "ofZone"
  FROM (
    SELECT "until" AS "true", "publishUntil" AS "stored" FROM (${provenLinks}) AS proven
    UNION ALL
    SELECT m.finished_at, a."at" FROM "AuditEvent" a
    JOIN _prisma_migrations m ON m.migration_name = a."details"->>'last' WHERE a."event" = 'system.migrate') AS known
  WHERE abs(extract(epoch FROM "true" - "stored")) < 16 * 3600`;

/** Shares that would be minutes younger than what was uploaded into them. */
const impossible = (createdAt: string) => `
  SELECT 1 FROM "Share" s JOIN "File" f ON f."shareId" = s."id"
  WHERE NOT (${ofForm}) AND f."createdAt" < ${createdAt} - interval '5 minutes' LIMIT 1`;

/** A start may take a while between a migration and the note about it; zones lie a quarter of an hour apart at least. */
const toleratedSeconds = 300;

const utcNames = /^(etc\/)?(utc|uct|gmt|zulu|universal|greenwich)0?$/i;

export type Written = { state: 'right' | 'repaired' | 'mixed'; zone: string; unproven?: number };

/**
 * Puts right, once, what an earlier version wrote in another zone than UTC. It does so only when every known instant
 * and the order of shares and files agree that all was written in the database's zone. Where they don't agree, the links
 * whose true end is known get it, sessions end, and doctor tells how many links could not be checked.
 * @param url leads to the database, already migrated
 * @throws BadConfiguration when a pooler doesn't let us choose the session's zone
 */
export async function repairInstants(url: string): Promise<Written> {
  const zone = await defaultZone(url);
  const client = new Connection({ connectionString: url });
  await client.connect();
  try {
    await checkZone(client);
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('instants'))`);
    const { rows } = await client.query<{ value: Written }>(
      `SELECT "value" FROM "Setting" WHERE "key" = 'instants'`,
    );
    const written = rows[0]?.value ?? (await repair(client, zone));
    await client.query(
      `INSERT INTO "Setting" ("key", "value", "updatedAt") VALUES ('instants', $1, now()) ON CONFLICT DO NOTHING`,
      [JSON.stringify(written)],
    );
    await client.query('COMMIT');
    return written;
  } finally {
    await client.end();
  }
}

async function repair(client: Connection, zone: string): Promise<Written> {
  const state = await stateOf(client, zone);
  if (state === 'right') return { state, zone };
  if (state === 'repaired') {
    await correctAll(client, zone);
    return { state, zone };
  }
  return { state, zone, unproven: await correctProven(client) };
}

async function stateOf(client: Connection, zone: string): Promise<Written['state']> {
  const { rows: accounts } = await client.query('SELECT 1 FROM "Account" LIMIT 1');
  if (accounts.length === 0) return 'right';
  const { rows } = await client.query<{ apart: number; ofZone: number }>(evidence, [zone]);
  const isUtc = utcNames.test(zone);
  if (rows.length === 0 && !isUtc) return 'mixed';
  if (rows.some(({ apart, ofZone }) => Math.abs(apart - ofZone) > toleratedSeconds)) return 'mixed';
  const { rowCount } = await client.query(impossible(corrected('s."createdAt"')), [zone]);
  if (rowCount !== 0) return 'mixed';
  return isUtc ? 'right' : 'repaired';
}

async function correctAll(client: Connection, zone: string): Promise<void> {
  const fileAt = corrected('f."createdAt"');
  await client.query(
    `UPDATE "File" f SET "createdAt" = ${fileAt}, "completedAt" = ${fileAt} FROM "Share" s
     WHERE s."id" = f."shareId" AND ${ofForm}`,
    [zone],
  );
  for (const [table, columns] of Object.entries(offColumns)) {
    const changes = columns.map((column) => `"${column}" = ${corrected(`"${column}"`)}`);
    await client.query(`UPDATE "${table}" SET ${changes.join(', ')}`, [zone]);
  }
  await client.query(
    `UPDATE "AuditEvent" SET "at" = ${corrected('"at"')} WHERE "event" NOT IN ${rightEvents}`,
    [zone],
  );
}

/** @returns how many open links have an end that nothing proves */
async function correctProven(client: Connection): Promise<number> {
  await client.query(`
    UPDATE "Publication" p SET "publishUntil" = proven."until",
      "publishedAt" = p."publishedAt" + (proven."until" - p."publishUntil")
    FROM (${provenLinks}) AS proven WHERE proven."shareId" = p."shareId"`);
  await client.query(`UPDATE "Session" SET "revokedAt" = now() WHERE "revokedAt" IS NULL`);
  const { rows } = await client.query<{ count: number }>(`
    SELECT count(*)::int AS "count" FROM "Publication" p WHERE p."enabled" AND NOT EXISTS (
      SELECT 1 FROM "AuditEvent" e WHERE e."shareId" = p."shareId" AND e."event" = 'share.publish'
        AND (e."details"->>'until')::timestamptz = p."publishUntil")`);
  return rows[0]?.count ?? 0;
}

/** The zone that connections were in before ours asked for UTC: the one connection that must not ask for it. */
async function defaultZone(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // the next query reports it
  await client.connect();
  try {
    return await zoneOf(client);
  } finally {
    await client.end();
  }
}

async function checkZone(client: Connection): Promise<void> {
  const zone = await zoneOf(client);
  if (zone === 'UTC') return;
  throw new BadConfiguration(
    `DATABASE_URL leads to sessions in the time zone ${zone}, although each asks for UTC: a pooler in between doesn't ` +
      "pass that on. Let DATABASE_URL lead straight to PostgreSQL, or run ALTER ROLE … SET timezone TO 'UTC' there.",
  );
}

async function zoneOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ zone: string }>(`SELECT current_setting('TimeZone') AS "zone"`);
  return rows[0]?.zone ?? 'UTC';
}
