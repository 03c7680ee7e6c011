import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { type AuditEntry, auditRow } from './audit';

type Columns = {
  /** Name of an earlier part of the statement: there will be a row for each of its rows. */
  source: Prisma.Sql;
  /** Its columns that are only known at the time. */
  outcome?: Prisma.Sql;
  shareId?: Prisma.Sql;
};

/** The same as a part of a bigger statement, so that what happens often costs no round trip of its own. */
export function auditInsert(ctx: Context, entry: AuditEntry, { source, ...columns }: Columns): Prisma.Sql {
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
 * The same for a statement that is about many things at once. Each row of the source has its own entry along, in a
 * column "audit" of JSON that `auditRow` made; which share it is about, the source says.
 */
export const auditInsertEach = (source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO "AuditEvent" ("at", "event", "outcome", "actorKind", "actorId", "actorLogin", "address",
    "objectType", "objectId", "shareId", "requestId", "details")
  SELECT e."at", e."event", e."outcome", e."actorKind", e."actorId", e."actorLogin", e."address",
    e."objectType", e."objectId", ${source}."shareId", e."requestId", e."details"
  FROM ${source}, json_to_record(${source}."audit") AS e ("at" timestamptz, "event" text, "outcome" text,
    "actorKind" text, "actorId" text, "actorLogin" text, "address" text, "objectType" text, "objectId" text,
    "requestId" text, "details" jsonb)`;
