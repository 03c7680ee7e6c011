import 'server-only';
import type pg from 'pg';
import { BadConfiguration } from '@/lib/server/config';

const factsQuery = `
  SELECT current_setting('server_version_num')::int / 10000 AS "major", current_setting('server_encoding') AS "encoding",
    current_setting('TimeZone') AS "zone", current_user AS "role", current_database() AS "database", current_schema() AS "schema",
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "mayFill",
    has_database_privilege(current_database(), 'CREATE') AS "mayChange",
    EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') AS "hasTrigrams",
    (SELECT bool_or(trusted OR current_setting('is_superuser')::bool) FROM pg_available_extension_versions
      WHERE name = 'pg_trgm') AS "mayAddTrigrams",
    lower('I') = 'i' AS "isPlain", (
      SELECT lower(chr(capital)) = chr(capital + 32) FROM (
        SELECT CASE getdatabaseencoding() WHEN 'UTF8' THEN 1046 ELSE 70 END AS capital) letter
    ) OR EXISTS (SELECT FROM pg_collation
      WHERE collname IN ('und-x-icu', 'pg_c_utf8', 'C.utf8', 'C.UTF-8', 'en_US.utf8')) AS "knowsLetters",
    to_regclass('_prisma_migrations') IS NULL AS "isNew"`;

type DatabaseFacts = {
  major: number;
  encoding: string;
  zone: string;
  role: string;
  database: string;
  schema: string | null;
  mayFill: boolean;
  mayChange: boolean;
  hasTrigrams: boolean;
  mayAddTrigrams: boolean | null;
  isPlain: boolean;
  knowsLetters: boolean;
  isNew: boolean;
};

/** @throws BadConfiguration that tells the administrator what to do */
export async function checkDatabaseFits(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<DatabaseFacts>(factsQuery);
  const complaint = rows[0] && complaintAbout(rows[0]);
  if (complaint) throw new BadConfiguration(complaint);
}

function complaintAbout(found: DatabaseFacts): string | null {
  const { major, zone, schema, role } = found;
  if (major < 14) return `Slipway needs PostgreSQL 14 or newer; DATABASE_URL leads to version ${major}.`;
  if (zone !== 'UTC') {
    return `DATABASE_URL leads to sessions in the time zone ${zone}, although each asks for UTC: a pooler in between doesn't pass that on. Let DATABASE_URL lead straight to PostgreSQL, or run ALTER ROLE … SET timezone TO 'UTC' there.`;
  }
  if (schema !== null && schema !== 'public') {
    return `New tables would go into the schema "${schema}", and Slipway keeps its own in "public". Run in the database: ALTER ROLE "${role}" IN DATABASE "${found.database}" SET search_path = public`;
  }
  return found.isNew ? complaintAboutNew(found) : null;
}

function complaintAboutNew({ encoding, role, database, ...found }: DatabaseFacts): string | null {
  if (encoding !== 'UTF8') {
    return `The database "${database}" keeps its text as ${encoding}, which has not all letters. Make a new one: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'`;
  }
  if (!found.isPlain) {
    return `In the language of the database "${database}" a small I is not i, so names would not be found. Make a new one with another: CREATE DATABASE … TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'und' LOCALE 'C'`;
  }
  if (!found.knowsLetters) {
    return `The locale of the database "${database}" knows small letters of English alone, and this PostgreSQL brings no other, so ЖУРНАЛ would not be found as журнал. Make a new one: CREATE DATABASE … TEMPLATE template0 LOCALE 'C.UTF-8'`;
  }
  if (!found.mayFill) {
    return `The role "${role}" may not make tables in the database "${database}". As an administrator run there: GRANT CREATE, USAGE ON SCHEMA public TO "${role}"`;
  }
  if (!found.mayChange) {
    return `The role "${role}" may not fill the database "${database}". As an administrator run: GRANT CREATE ON DATABASE "${database}" TO "${role}"`;
  }
  if (found.hasTrigrams || found.mayAddTrigrams) return null;
  if (found.mayAddTrigrams === null) {
    return 'PostgreSQL comes without its extension pg_trgm there. Install it, often with the package postgresql-contrib.';
  }
  return `The role "${role}" may not make the extension pg_trgm in the database "${database}". As an administrator run there: CREATE EXTENSION pg_trgm`;
}
