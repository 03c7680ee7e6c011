import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { config } from '@/lib/server/config';
import { newId } from '@/lib/server/ids';
import { pooledDatabase } from '@/testing/service/pooled-database';
import { ConnectFailure, Connection } from './connection';
import { isOutage } from './errors';
import { PrismaClient } from './generated/client';

test('an acknowledged write is stored, even after a statement that never ended', async () => {
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

const refusedBy = (code: string) => Object.assign(new pg.DatabaseError('no', 1, 'error'), { code });
const system = (code: string) => Object.assign(new Error('no way'), { code });

test.each<[what: string, cause: Error, place: string, mayPass: boolean]>([
  ['a socket that fails for a reason on nobody’s list', system('ENETDOWN'), 'connection', true],
  ['silence', new Error('timeout expired'), 'connection', true],
  ['a certificate of somebody else', system('CERT_HAS_EXPIRED'), 'certificate', false],
  ['a wrong password', refusedBy('28P01'), 'signIn', false],
  ['a server that is starting', refusedBy('57P03'), 'signIn', true],
  ['a server that is full', refusedBy('53300'), 'signIn', true],
])('%s while connecting is told by where it happened', (_, cause, place, mayPass) => {
  const failure = new ConnectFailure(cause);
  expect(failure).toMatchObject({ place, mayPass, code: '08001' });
  expect(isOutage(failure)).toBe(true);
});
