import 'server-only';
import type { AuditEventName } from '@/lib/contract/admin/audit';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import type { AuditDetails, EventFields } from './event';

const columns = Prisma.raw(
  '"at", "event", "outcome", "actorKind", "actorId", "actorLogin", "address", "objectType", "objectId", "shareId", "requestId", "details"',
);

export function auditRow(ctx: Context, event: AuditEventName, fields: EventFields) {
  const { outcome = 'ok', object, shareId, details } = fields;
  const actor = fields.actor ?? actorOf(ctx);
  return {
    at: ctx.now,
    event,
    outcome,
    actorKind: actor.kind,
    actorId: actor.id ?? null,
    actorLogin: actor.login ?? null,
    address: ctx.client.address,
    objectType: object?.type ?? null,
    objectId: object?.id ?? null,
    shareId: shareId ?? null,
    requestId: ctx.requestId,
    details: storableDetails({ ...tokenDetails(ctx), ...details }),
  };
}

/** A CTE that adds one row for each of `source`. */
export function insertAudit(
  row: ReturnType<typeof auditRow>,
  { source, outcome, nth }: { source: Prisma.Sql; outcome: Prisma.Sql | undefined; nth: number },
): Prisma.Sql {
  return Prisma.sql`, ${Prisma.raw(`"audited${nth}"`)} AS (
    INSERT INTO "AuditEvent" (${columns})
    SELECT ${row.at}::timestamptz, ${row.event}, ${outcome ?? Prisma.sql`${row.outcome}`}, ${row.actorKind}, ${row.actorId}, ${row.actorLogin},
      ${row.address}, ${row.objectType}, ${row.objectId}, ${row.shareId}, ${row.requestId}, ${JSON.stringify(row.details)}::jsonb
    FROM ${source})`;
}

/** Takes each row's own from the source's JSON column "audit", made by `auditRow`, and "shareId" from the source. */
export const insertAuditOfEach = (source: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO "AuditEvent" (${columns})
  SELECT e."at", e."event", e."outcome", e."actorKind", e."actorId", e."actorLogin", e."address",
    e."objectType", e."objectId", ${source}."shareId", e."requestId", e."details"
  FROM ${source}, json_to_record(${source}."audit") AS e ("at" timestamptz, "event" text, "outcome" text,
    "actorKind" text, "actorId" text, "actorLogin" text, "address" text, "objectType" text, "objectId" text,
    "requestId" text, "details" jsonb)`;

function actorOf({ viewer, alias, client, requestId }: Context): NonNullable<EventFields['actor']> {
  if (viewer) return accountActor(viewer);
  if (alias) return { kind: 'alias' };
  return { kind: client.address === null && requestId === null ? 'system' : 'anonymous' };
}

/** For an account that acts before it is signed in. */
export const accountActor = ({ id, login, admin }: { id: string; login: string; admin: boolean }) =>
  ({ kind: admin ? 'admin' : 'user', id, login }) as const;

function tokenDetails({ viewer }: Context): AuditDetails {
  return viewer?.grant ? { token: viewer.grant.name, tokenId: viewer.sessionId } : {};
}

const maxBytes = 2048;
const maxText = 200;

/** Drops what exceeds `maxBytes`. PostgreSQL's JSON stores neither NUL nor lone surrogates. */
function storableDetails(details: AuditDetails): AuditDetails {
  const stored: AuditDetails = {};
  for (const [name, value] of Object.entries(details)) {
    const next = { ...stored, [name]: typeof value === 'string' ? storableText(value) : value };
    if (Buffer.byteLength(JSON.stringify(next)) > maxBytes) break;
    stored[name] = next[name] ?? '';
  }
  return stored;
}

const storableText = (text: string): string => text.slice(0, maxText).toWellFormed().replaceAll('\0', '');
