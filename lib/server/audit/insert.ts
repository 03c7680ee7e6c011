import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { type AuditEntry, auditRow } from './audit';

type EventColumns = {
  /** Name of a preceding CTE; one event is inserted per row. */
  source: Prisma.Sql;
  outcome?: Prisma.Sql;
  shareId?: Prisma.Sql;
};

/** Part of a larger statement, which saves a round trip for frequent events. */
export function auditInsert(
  ctx: Context,
  entry: AuditEntry,
  { source, ...columns }: EventColumns,
): Prisma.Sql {
  const row = auditRow(ctx, entry);
  const outcome = columns.outcome ?? Prisma.sql`${row.outcome}`;
  const shareId = columns.shareId ?? Prisma.sql`${row.shareId}`;
  return Prisma.sql`
    INSERT INTO "AuditEvent" ("at", "event", "outcome", "actorKind", "actorId", "actorLogin", "address",
      "objectType", "objectId", "shareId", "requestId", "details")
    SELECT ${row.at}::timestamptz, ${row.event}, ${outcome}, ${row.actorKind},
      ${row.actorId}, ${row.actorLogin}, ${row.address}, ${row.objectType}, ${row.objectId}, ${shareId},
      ${row.requestId}, ${JSON.stringify(row.details)}::jsonb
    FROM ${source}`;
}

/**
 * Takes each row's entry from the source's JSON column "audit", made by `auditRow`; "shareId" comes from the
 * source.
 */
export const auditInsertEach = (source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO "AuditEvent" ("at", "event", "outcome", "actorKind", "actorId", "actorLogin", "address",
    "objectType", "objectId", "shareId", "requestId", "details")
  SELECT e."at", e."event", e."outcome", e."actorKind", e."actorId", e."actorLogin", e."address",
    e."objectType", e."objectId", ${source}."shareId", e."requestId", e."details"
  FROM ${source}, json_to_record(${source}."audit") AS e ("at" timestamptz, "event" text, "outcome" text,
    "actorKind" text, "actorId" text, "actorLogin" text, "address" text, "objectType" text, "objectId" text,
    "requestId" text, "details" jsonb)`;
