import { expect, test } from 'vitest';
import type { Prisma } from '@/lib/server/db/generated/client';
import { openContext } from '@/testing/service/context';
import { isOfShare } from './file-rows';

type Plan = { 'QUERY PLAN': string }[];

const planOf = async (condition: Prisma.Sql): Promise<string> => {
  const rows = await openContext().db
    .$queryRaw<Plan>`EXPLAIN SELECT 1 FROM "File" f WHERE f."id" = 'a-file' AND ${condition}`;
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

test('a file is looked up by its id, whatever statistics say about its share', async () => {
  expect(await planOf(isOfShare('a-share'))).toContain('"File_pkey"');
});
