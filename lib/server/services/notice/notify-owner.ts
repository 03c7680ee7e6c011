import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import type { NoticeName } from '@/lib/server/mail/templates/template';

type OwnerNotice = Extract<NoticeName, 'firstDownload' | 'downloads' | 'limitReached'>;

const settingColumns = {
  firstDownload: Prisma.raw('"tellFirst"'),
  downloads: Prisma.raw('"tellEvery"'),
  limitReached: Prisma.raw('"tellLimit"'),
} as const satisfies Record<OwnerNotice, Prisma.Sql>;

/**
 * Returns CTEs that insert a notice for the share's owner, if they want it, and make the mail job due. Empty
 * without mail.
 * @param source an earlier CTE with "shareId" and "isTold"
 */
export function notifyOwnerSql(
  ctx: Context,
  kind: Extract<OwnerNotice, 'firstDownload' | 'limitReached'>,
  source: Prisma.Sql,
) {
  if (!ctx.mail) return Prisma.empty;
  const setting = settingColumns[kind];
  return Prisma.sql`,
    notice AS (
      INSERT INTO "Notice" ("id", "shareId", "accountId", "kind", "dueAt")
      SELECT ${ctx.newId()}, s."id", o."id", ${kind}, now()
      FROM ${source} e JOIN "Share" s ON s."id" = e."shareId" JOIN "Account" o ON o."id" = s."ownerId"
      WHERE e."isTold" AND coalesce(s.${setting}, o.${setting}) AND o."email" IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING "id"),
    called AS (UPDATE "Job" SET "dueAt" = now() WHERE "name" = 'send notices' AND EXISTS (SELECT 1 FROM notice))`;
}

/** Downloads within this time share one mail. */
export const bundleMs = 15 * 60_000;

/**
 * Notifies of every download, after `notifyOwnerSql`. A waiting notice covers later downloads; the next one is
 * inserted only after it was sent.
 * @param source an earlier CTE with "shareId" and "downloads"
 */
export function notifyDownloadsSql(ctx: Context, source: Prisma.Sql): Prisma.Sql {
  if (!ctx.mail) return Prisma.empty;
  const setting = settingColumns.downloads;
  const due = Prisma.sql`now() + ${bundleMs} * interval '1 millisecond'`;
  return Prisma.sql`,
    bundle AS (
      INSERT INTO "Notice" ("id", "shareId", "accountId", "kind", "since", "dueAt")
      SELECT ${ctx.newId()}, s."id", o."id", 'downloads', e."downloads" - 1, ${due}
      FROM ${source} e JOIN "Share" s ON s."id" = e."shareId" JOIN "Account" o ON o."id" = s."ownerId"
      WHERE coalesce(s.${setting}, o.${setting}) AND o."email" IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING "id"),
    awaited AS (
      UPDATE "Job" SET "dueAt" = least("dueAt", ${due}) WHERE "name" = 'send notices'
        AND EXISTS (SELECT 1 FROM bundle) AND NOT EXISTS (SELECT 1 FROM notice))`;
}
