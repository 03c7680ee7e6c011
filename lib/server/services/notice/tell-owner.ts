import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import type { NoticeName } from '@/lib/server/mail/templates/template';

type Told = Extract<NoticeName, 'firstDownload' | 'downloads' | 'limitReached'>;

const choices = {
  firstDownload: Prisma.raw('"tellFirst"'),
  downloads: Prisma.raw('"tellEvery"'),
  limitReached: Prisma.raw('"tellLimit"'),
} as const satisfies Record<Told, Prisma.Sql>;

/**
 * A part of a bigger statement that has the owner of a share told by mail, if this is wanted of the share or of all: a
 * notice, and the job that sends it due. Nothing where there is no mail.
 * @param source name of an earlier part, with "shareId" and, where it is time to tell, "isTold"
 */
export function tellOwner(
  ctx: Context,
  kind: Extract<Told, 'firstDownload' | 'limitReached'>,
  source: Prisma.Sql,
) {
  if (!ctx.mail) return Prisma.empty;
  const choice = choices[kind];
  return Prisma.sql`,
    notice AS (
      INSERT INTO "Notice" ("id", "shareId", "accountId", "kind", "dueAt")
      SELECT ${ctx.newId()}, s."id", o."id", ${kind}, now()
      FROM ${source} e JOIN "Share" s ON s."id" = e."shareId" JOIN "Account" o ON o."id" = s."ownerId"
      WHERE e."isTold" AND coalesce(s.${choice}, o.${choice}) AND o."email" IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING "id"),
    called AS (UPDATE "Job" SET "dueAt" = now() WHERE "name" = 'send notices' AND EXISTS (SELECT 1 FROM notice))`;
}

/** Downloads within this time share one mail. */
export const bundleMs = 15 * 60_000;

/**
 * The same for every download, behind `tellOwner`, whose job needn't be told twice: a notice waits for those after
 * it, and the next one is only made once it is sent.
 * @param source name of an earlier part, with "shareId" and "downloads"
 */
export function tellOfAll(ctx: Context, source: Prisma.Sql): Prisma.Sql {
  if (!ctx.mail) return Prisma.empty;
  const choice = choices.downloads;
  const due = Prisma.sql`now() + ${bundleMs} * interval '1 millisecond'`;
  return Prisma.sql`,
    bundle AS (
      INSERT INTO "Notice" ("id", "shareId", "accountId", "kind", "since", "dueAt")
      SELECT ${ctx.newId()}, s."id", o."id", 'downloads', e."downloads" - 1, ${due}
      FROM ${source} e JOIN "Share" s ON s."id" = e."shareId" JOIN "Account" o ON o."id" = s."ownerId"
      WHERE coalesce(s.${choice}, o.${choice}) AND o."email" IS NOT NULL
      ON CONFLICT DO NOTHING RETURNING "id"),
    awaited AS (
      UPDATE "Job" SET "dueAt" = least("dueAt", ${due}) WHERE "name" = 'send notices'
        AND EXISTS (SELECT 1 FROM bundle) AND NOT EXISTS (SELECT 1 FROM notice))`;
}
