import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import { connectMariadb } from './mariadb';
import { connectPostgres } from './postgres';

/** A snapshot of another product's database. Statements use each of `$1`, `$2`, … once and in order. */
export type ForeignDatabase = {
  rows: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  hasTable: (name: string) => boolean;
  close: () => Promise<void>;
};

/**
 * @param whose name for error messages, such as “Plik’s”
 * @throws BadConfiguration when it can't be reached
 */
export async function openForeignDatabase(url: string, whose: string): Promise<ForeignDatabase> {
  const { host, pathname, protocol } = new URL(url);
  const failed = (what: string) => (error: unknown) => {
    const why = error instanceof Error ? error.message : error;
    throw new BadConfiguration(`${whose} database at ${host}${pathname} ${what}: ${why}.`);
  };
  const connect = protocol.startsWith('postgres') ? connectPostgres : connectMariadb;
  const { query, schemaCondition, close } = await connect(url).catch(failed('can’t be opened'));
  const rows = <Row>(sql: string, values: readonly unknown[] = []) =>
    query(sql, values).catch(failed('broke off')) as Promise<Row[]>;
  try {
    const tables = await rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema ${schemaCondition}`,
    );
    const names = new Set(tables.map(({ name }) => name));
    return { rows, hasTable: (name) => names.has(name), close };
  } catch (error) {
    await close();
    throw error;
  }
}
