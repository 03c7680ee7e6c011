import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import { type ForeignDatabase, openForeignDatabase } from '../databases/foreign-database';

/** Queries have to work in PostgreSQL and MariaDB. Times and large numbers are text, and booleans may be 1. */
export type SharryDatabase = ForeignDatabase;

export const isYes = (value: boolean | number): boolean => value === true || value === 1;

const tables = ['account_', 'alias_', 'alias_member', 'filemeta', 'publish_share', 'share', 'share_file'];

/** Sharry's migrations of PostgreSQL and MariaDB end at the first, those of H2 at the second. */
const known = { oldest: '1.2.1', newest: '1.2.2' };

export async function openSharryDatabase(url: string): Promise<SharryDatabase> {
  const db = await openForeignDatabase(url, 'Sharry’s');
  try {
    const missing = [...tables, 'flyway_schema_history'].find((name) => !db.hasTable(name));
    if (missing) throw new BadConfiguration(`This is not Sharry’s database: it has no table ${missing}.`);
    checkVersion(
      await db.rows('SELECT version FROM flyway_schema_history WHERE success AND version IS NOT NULL'),
    );
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

function checkVersion(rows: { version: string }[]): void {
  const newest =
    rows
      .map(({ version }) => version)
      .sort(byVersion)
      .at(-1) ?? '0';
  if (byVersion(newest, known.oldest) < 0)
    throw new BadConfiguration(
      `This database has schema ${newest}. Start Sharry 1.10 or later once: it brings its database up to date.`,
    );
  if (byVersion(newest, known.newest) > 0)
    throw new BadConfiguration(
      `This database has schema ${newest}; Slipway knows Sharry’s up to ${known.newest}. Use a newer Slipway.`,
    );
}

const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
