import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { type AuditEntry, auditRow } from './audit';

type Columns = {
  /** Name of an earlier part of the statement: there will be a row for each of its rows. */
  source: Prisma.Sql;
  /** Columns of it that say what isn't known before. */
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
