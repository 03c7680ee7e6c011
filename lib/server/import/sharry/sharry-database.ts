import 'server-only';
import { offsetAt } from '@/lib/domain/time/time-zone';
import { BadConfiguration } from '@/lib/server/config';
import { type ForeignDatabase, openForeignDatabase } from '@/lib/server/import/foreign-database';
import { readMoment } from '../moments';
import { unknownSchema } from '../source';

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
  if (byVersion(newest, known.newest) > 0) throw unknownSchema('Sharry', newest, known.newest);
}

const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

const dayMs = 86_400_000;

/**
 * Converts a local time. Uses the first instant when clocks show it twice, and the old offset when they skip it.
 * @param localTime `2026-10-25 02:30:00.123456`, of which fractions of a millisecond are cut off
 * @returns an invalid date for what is no time, such as MariaDB’s `0000-00-00 00:00:00`
 */
export function instantIn(zone: string, localTime: string): Date {
  const time = (readMoment(localTime) ?? new Date(Number.NaN)).getTime();
  if (Number.isNaN(time)) return new Date(time);
  const before = offsetAt(time - dayMs, zone);
  const after = offsetAt(time + dayMs, zone);
  const early = time - before;
  const late = time - after;
  return new Date(offsetAt(early, zone) !== before && offsetAt(late, zone) === after ? late : early);
}
