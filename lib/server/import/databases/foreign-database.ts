import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import { connectMariadb } from './mariadb';
import { connectPostgres } from './postgres';

/**
 * Another product's database on a server, as it is at one moment, however long the import reads it. Statements name
 * values `$1`, once each and in order.
 */
export type ForeignDatabase = {
  rows: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  hasTable: (name: string) => boolean;
  close: () => Promise<void>;
};

/** @param whose what the operator calls it, for what goes wrong. @throws BadConfiguration where it can't be reached */
export async function openForeignDatabase(url: string, whose: string): Promise<ForeignDatabase> {
  const { host, pathname, protocol } = new URL(url);
  const failed = (what: string) => (error: unknown) => {
    const why = error instanceof Error ? error.message : error;
    throw new BadConfiguration(`${whose} database at ${host}${pathname} ${what}: ${why}.`);
  };
  const connect = protocol.startsWith('postgres') ? connectPostgres : connectMariadb;
  const { ask, schemas, close } = await connect(url).catch(failed('can’t be opened'));
  const rows = <Row>(sql: string, values: readonly unknown[] = []) =>
    ask(sql, values).catch(failed('broke off')) as Promise<Row[]>;
  try {
    const tables = await rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema ${schemas}`,
    );
    const names = new Set(tables.map(({ name }) => name));
    return { rows, hasTable: (name) => names.has(name), close };
  } catch (error) {
    await close();
    throw error;
  }
}
