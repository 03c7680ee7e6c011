import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { config } from '@/lib/server/config';
import { newId } from '@/lib/server/ids';
import { pooledDatabase } from '@/testing/service/pooled-database';
import { Connection } from './connection';
import { PrismaClient } from './generated/client';

test('what was answered as done is there, also after a statement that nobody ended', async () => {
  const pooled = await pooledDatabase();
  const other = new pg.Client({ connectionString: config().DATABASE_URL });
  await other.connect();
  const adapter = new PrismaPg({
    connectionString: pooled.url,
    max: 1,
    query_timeout: 300,
    Client: Connection,
  });
  const db = new PrismaClient({ adapter });
  onTestFinished(async () => {
    await Promise.all([db.$disconnect(), other.end()]);
    pooled.remove();
  });
  const [held, later] = [newId(), newId()];
  await db.setting.create({ data: { key: held, value: 1 } });

  await other.query('BEGIN');
  await other.query('SELECT 1 FROM "Setting" WHERE "key" = $1 FOR UPDATE', [held]);
  const waiting = db.$transaction(async (tx) => {
    await tx.setting.update({ where: { key: held }, data: { value: 2 } });
  });
  await expect(waiting).rejects.toThrow();
  await other.query('ROLLBACK');

  await expect
    .poll(() =>
      db.setting.create({ data: { key: later, value: 1 } }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const { rows } = await other.query('SELECT 1 FROM "Setting" WHERE "key" = $1', [later]);
  expect(rows).toHaveLength(1);
});
