import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { newId } from '@/lib/server/ids';
import type { emptyDatabase } from '@/testing/service/own-database';
import { loadSharry } from './sharry';

/** Started by the test command where possible, see scripts/lib/mariadb.mjs. */
export const mariadb = process.env.TEST_MARIADB_URL ?? null;

/** Column types of Sharry's tables. `timestamp` ends in 2038, so only times of the past use it. */
function typeOf(name: string, type: string): string {
  if (name === 'created') return 'timestamp(6) DEFAULT 0';
  if (name === 'description') return 'mediumtext';
  const types: Record<string, string> = {
    'character varying': name === 'filename' ? 'varchar(2000)' : 'varchar(254)',
    'timestamp without time zone': 'datetime(6)',
    bytea: 'mediumblob',
  };
  return types[type] ?? type;
}

export async function loadSharryIntoMariadb(folder: string): ReturnType<typeof emptyDatabase> {
  const from = await loadSharry(folder);
  const name = `sharry_${newId().toLowerCase().replace(/\W/g, '_')}`;
  const types = { getTypeParser: (oid: number) => (oid === 1114 ? String : pg.types.getTypeParser(oid)) };
  const client = new pg.Client({ connectionString: from.url, types: types as typeof pg.types });
  await client.connect();
  const to = await createConnection({ uri: mariadb ?? '', multipleStatements: false });
  await to.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  await to.query(`USE ${name}`);
  const { rows: columns } = await client.query<{
    table_name: string;
    column_name: string;
    data_type: string;
  }>(
    "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' ORDER BY ordinal_position",
  );
  for (const table of new Set(columns.map(({ table_name }) => table_name))) {
    const own = columns.filter(({ table_name }) => table_name === table);
    const lines = own.map((one) => `\`${one.column_name}\` ${typeOf(one.column_name, one.data_type)}`);
    await to.query(`CREATE TABLE ${table} (${lines})`);
    for (const row of (await client.query(`SELECT * FROM public.${table}`)).rows)
      await to.query(`INSERT INTO ${table} VALUES (${own.map(() => '?')})`, Object.values(row));
  }
  await client.end();
  await to.end();
  await from.remove();
  const remove = async () => {
    const connection = await createConnection({ uri: mariadb ?? '' });
    await connection.query(`DROP DATABASE ${name}`);
    await connection.end();
  };
  return { url: `${mariadb}${name}`, remove };
}
