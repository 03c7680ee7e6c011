import { expect, onTestFinished, test } from 'vitest';
import { newId, nodeId } from '@/lib/server/ids';
import { openContext } from '@/testing/service/context';
import { Prisma } from './generated/client';
import { isNodeAbsent, isPresent, onNotification } from './notifications';

const { db } = openContext({});

async function canBeSeen(node: string): Promise<boolean> {
  const [{ unseen } = { unseen: true }] = await db.$queryRaw<{ unseen: boolean }[]>`
    SELECT ${isNodeAbsent(Prisma.sql`${node}::text`)} AS "unseen"`;
  return !unseen;
}

test('a process that hears notifications can be seen to live, also after its connection broke', async () => {
  onTestFinished(onNotification('slipway_test_presence', () => undefined));
  await expect.poll(isPresent, { timeout: 5_000 }).toBe(true);
  expect(await canBeSeen(nodeId())).toBe(true);
  expect(await canBeSeen(newId())).toBe(false);

  const killed = await db.$executeRaw`
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
      AND ((classid::bigint << 32) | objid::bigint) = hashtextextended(${`slipway node ${nodeId()}`}, 0)`;
  expect(killed).toBe(1);
  await expect.poll(isPresent, { timeout: 5_000, interval: 5 }).toBe(false);
  await expect.poll(isPresent, { timeout: 5_000 }).toBe(true);
  expect(await canBeSeen(nodeId())).toBe(true);
});
