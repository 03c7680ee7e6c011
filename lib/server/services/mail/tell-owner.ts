import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import type { NoticeName } from '@/lib/server/mail/templates/template';

type Told = {
  kind: NoticeName;
  /** Name of an earlier part of the statement, with "shareId" and, where it is time to tell, "isTold". */
  source: Prisma.Sql;
};

const choices = {
  firstDownload: Prisma.raw('"tellFirst"'),
  limitReached: Prisma.raw('"tellLimit"'),
} as const;

/**
 * Parts of a bigger statement that have the owner of a share told by mail, if this is wanted of the share or of all: a
 * notice, and the job that sends it due. Nothing where there is no mail.
 */
export function tellOwner(ctx: Context, { kind, source }: Told & { kind: keyof typeof choices }): Prisma.Sql {
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
