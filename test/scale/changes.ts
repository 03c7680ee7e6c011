import type pg from 'pg';

type Change = { kind: 'DELETE' | 'UPDATE'; table: string };
type Per = 'transaction' | 'statement';

/** Records how many rows each statement deletes or changes, including cascades and triggers. */
export async function recordChanges(bare: pg.Client, tables: string[]) {
  await bare.query('CREATE TABLE change (id serial, tx bigint, name text, kind text, number bigint)');
  await bare.query(`
    CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO change (tx, name, kind, number)
        SELECT txid_current(), TG_TABLE_NAME, TG_OP, count(*) FROM old_rows HAVING count(*) > 0;
      RETURN NULL;
    END $$`);
  for (const table of tables) {
    for (const kind of ['DELETE', 'UPDATE']) {
      await bare.query(`
        CREATE TRIGGER note_${kind} AFTER ${kind} ON "${table}" REFERENCING OLD TABLE AS old_rows
        FOR EACH STATEMENT EXECUTE FUNCTION note_change()`);
    }
  }
  return {
    forget: () => bare.query('DELETE FROM change'),
    /** Rows of a table changed per statement or transaction since the last reset. */
    sizes: async (per: Per, { kind, table }: Change): Promise<number[]> => {
      const { rows } = await bare.query(
        `SELECT sum(number)::int AS number FROM change WHERE kind = $1 AND name = $2
         GROUP BY ${per === 'statement' ? 'id' : 'tx'} ORDER BY 1`,
        [kind, table],
      );
      return rows.map(({ number }) => number);
    },
  };
}
