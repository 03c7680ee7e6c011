import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';

export type Column =
  | 'id'
  | 'shareId'
  | 'accountId'
  | 'recipientId'
  | 'address'
  | 'facts'
  | 'kind'
  | 'since'
  | 'dueAt';

/** The statement that queues mails, one for each of `rows`. Those that wait already stay as they are. */
export const queueNotices = (
  columns: readonly Column[],
  rows: Prisma.Sql,
  onConflict = Prisma.sql`ON CONFLICT DO NOTHING`,
): Prisma.Sql => Prisma.sql`
  INSERT INTO "Notice" (${Prisma.raw(columns.map((name) => `"${name}"`).join(', '))}) ${rows} ${onConflict}`;

/** Downloads within this time share one mail. */
export const bundleMs = 15 * 60_000;

export const bundleEnd = Prisma.sql`now() + ${bundleMs} * interval '1 millisecond'`;
