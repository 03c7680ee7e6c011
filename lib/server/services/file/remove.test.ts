import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Prisma } from '@/lib/server/db/generated/client';
import { draftShare, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { emptyShares } from './remove';

// Has a database of its own: other tests' open transactions would keep old rows.
let own: Awaited<ReturnType<typeof ownDatabase>>;
let sender: pg.Client;
beforeAll(async () => {
  own = await ownDatabase();
  sender = new pg.Client({ connectionString: own.url });
  await sender.connect();
});
afterAll(async () => {
  await sender.end();
  await own.remove();
});

const addFile = (shareId: string, id: string) =>
  own.db.file.create({ data: { id, shareId, name: id, sizeBytes: 1, mimeType: 'text/plain' } });

async function placeOf(id: string): Promise<string> {
  const { rows } = await sender.query('SELECT ctid::text AS place FROM "File" WHERE id = $1', [id]);
  return rows[0].place;
}

const aroundUploads = (tx: Prisma.TransactionClient, [before, after]: [Step, Step]) =>
  new Proxy(tx, {
    get: (target, name) => {
      if (name !== '$executeRaw') return Reflect.get(target, name);
      return async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) => {
        const sql = 'sql' in query ? query : Prisma.sql(query, ...values);
        if (!sql.sql.includes('DELETE FROM "Upload"')) return target.$executeRaw(sql);
        await before();
        const count = await target.$executeRaw(sql);
        await after();
        return count;
      };
    },
  });
type Step = () => Promise<unknown>;

test('a file that takes the place of one that goes, while that goes, stays', async () => {
  const ctx = await userContext({ db: own.db });
  const [going, staying] = [await draftShare(ctx), await draftShare(ctx)];
  await addFile(going.id, 'moved');
  const place = await placeOf('moved');

  // The database clears old rows away only for transactions that began earlier.
  await sender.query('BEGIN');
  await sender.query('SELECT pg_current_xact_id()');
  const move = async () => {
    await sender.query(`UPDATE "File" SET path = 'elsewhere' WHERE id = 'moved'`);
    await sender.query('COMMIT');
  };
  const takePlace = async () => {
    await sender.query('VACUUM "File"');
    await addFile(staying.id, 'arrived');
    expect(await placeOf('arrived')).toBe(place);
  };
  const steps: Step[] = [move, takePlace];
  const next: Step = async () => steps.shift()?.();
  await own.db.$transaction(async (tx) => {
    await tx.share.update({ where: { id: going.id }, data: { name: 'goes' } });
    await emptyShares(aroundUploads(tx, [next, next]), [going.id]);
  });

  expect(steps).toEqual([]);
  const left = await own.db.file.findMany({ select: { id: true, shareId: true } });
  expect(left).toEqual([{ id: 'arrived', shareId: staying.id }]);
});
