import 'server-only';
import type { ActivityKind } from '@/lib/contract/activity';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import type { ActivityGiven, EventFields } from './event';

/** Repeated changes within this time become one event: deleting 10,000 files would fill the list. */
const mergeWindowMs = 10 * 60_000;

/** CTEs that add one row for each share of `source`; `nth` keeps their names apart. */
export function insertActivity(
  ctx: Context,
  kind: ActivityKind,
  {
    fields,
    given,
    source,
    nth,
  }: { fields: EventFields; given: ActivityGiven; source: Prisma.Sql; nth: number },
): Prisma.Sql {
  const { at = ctx.now, from, ...details } = given;
  const login = fields.actor?.login ?? ctx.viewer?.login ?? null;
  const [added, last, merged] = ['added', 'last', 'merged'].map((name) => Prisma.raw(`"${name}${nth}"`));
  const isNew = kind === 'changed' ? Prisma.sql`WHERE NOT EXISTS (SELECT 1 FROM ${merged})` : Prisma.empty;
  const insert = Prisma.sql`, ${added} AS (
    INSERT INTO "ShareEvent" ("shareId", "at", "kind", "login", "address", "userAgent", "details")
    SELECT s."id", ${at}::timestamptz, ${kind}, ${login}, ${from?.address ?? null}, ${from?.userAgent ?? null},
      ${JSON.stringify(details)}::jsonb
    FROM ${source} e JOIN "Share" s ON s."id" = e."shareId" ${isNew})`;
  if (kind !== 'changed') return insert;
  return Prisma.sql`, ${last} AS (
    SELECT v.* FROM ${source} e CROSS JOIN LATERAL (
      SELECT * FROM "ShareEvent" WHERE "shareId" = e."shareId" ORDER BY "at" DESC, "id" DESC LIMIT 1) v),
    ${merged} AS (
      UPDATE "ShareEvent" v SET "at" = ${at} FROM ${last} l
      WHERE v."id" = l."id" AND l."kind" = ${kind} AND l."login" IS NOT DISTINCT FROM ${login}
        AND l."details" ->> 'field' IS NOT DISTINCT FROM ${details.field ?? null}
        AND l."at" >= ${new Date(at.getTime() - mergeWindowMs)}
      RETURNING v."id")${insert}`;
}
