import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import type { NoticeName } from '@/lib/server/mail/templates/template';

type Column =
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

/** About a share, for its owner. */
export type OwnerNotice = Extract<NoticeName, 'firstDownload' | 'downloads' | 'limitReached'>;

const wishes: Record<OwnerNotice, Prisma.Sql> = {
  firstDownload: Prisma.raw('"tellFirst"'),
  downloads: Prisma.raw('"tellEvery"'),
  limitReached: Prisma.raw('"tellLimit"'),
};

/** Downloads within this time share one mail. */
export const bundleMs = 15 * 60_000;

export const bundleEnd = Prisma.sql`now() + ${bundleMs} * interval '1 millisecond'`;

/**
 * A CTE that queues a mail for the owner of each share of `source`, if they want it. Of `downloads`, which need that
 * column, a waiting mail tells of later ones as well.
 */
export function insertOwnerNotice(
  { newId }: Context,
  kind: OwnerNotice,
  { source, nth }: { source: Prisma.Sql; nth: number },
): Prisma.Sql {
  const [since, dueAt] =
    kind === 'downloads' ? [Prisma.sql`e."downloads" - 1`, bundleEnd] : [Prisma.sql`NULL`, Prisma.sql`now()`];
  const rows = Prisma.sql`
    SELECT ${newId()}, s."id", o."id", ${kind}, ${since}::integer, ${dueAt}
    FROM ${source} e JOIN "Share" s ON s."id" = e."shareId" JOIN "Account" o ON o."id" = s."ownerId"
    WHERE coalesce(s.${wishes[kind]}, o.${wishes[kind]}) AND o."email" IS NOT NULL`;
  const columns = ['id', 'shareId', 'accountId', 'kind', 'since', 'dueAt'] as const;
  return Prisma.sql`, ${nameOf(nth)} AS (${queueNotices(columns, rows)} RETURNING "dueAt")`;
}

/** A CTE that makes the job due with the first mail of those CTEs. */
export function callForNotices(nths: readonly number[]): Prisma.Sql {
  if (nths.length === 0) return Prisma.empty;
  const queued = Prisma.join(
    nths.map((nth) => Prisma.sql`SELECT "dueAt" FROM ${nameOf(nth)}`),
    ' UNION ALL ',
  );
  return Prisma.sql`, "called" AS (
    UPDATE "Job" j SET "dueAt" = least(j."dueAt", q."at") FROM (SELECT min("dueAt") AS "at" FROM (${queued}) n) q
    WHERE j."name" = 'send notices' AND q."at" IS NOT NULL)`;
}

const nameOf = (nth: number) => Prisma.raw(`"noticed${nth}"`);
