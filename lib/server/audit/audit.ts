import 'server-only';
import type {
  AuditActorKind,
  AuditEventName,
  AuditObjectType,
  AuditOutcome,
} from '@/lib/contract/admin/audit';
import { byteCalls } from '@/lib/contract/byte-calls/byte-calls';
import { endpoints } from '@/lib/contract/index';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

export type AuditEntry = {
  event: AuditEventName;
  outcome?: AuditOutcome;
  /** Pass IDs of links and aliases through `redactedId`, because they grant access. */
  object?: { type: AuditObjectType; id: string };
  shareId?: string;
  details?: AuditDetails;
  /** Set when the actor isn't the signed-in person, such as during a sign-in. */
  actor?: { kind: AuditActorKind; id?: string; login?: string };
};

/**
 * Writes an event in the change's transaction, so that both or neither are stored. Without one, a failure is
 * only logged.
 */
export async function audit(
  ctx: Context,
  entry: AuditEntry,
  tx: Prisma.TransactionClient | null = null,
): Promise<void> {
  const data = auditRow(ctx, entry);
  if (tx) {
    await tx.auditEvent.create({ data });
    return;
  }
  try {
    await ctx.db.auditEvent.create({ data });
  } catch (error) {
    ctx.log.error({ err: error, event: entry.event }, 'an event could not be written down');
  }
}

export function auditRow(ctx: Context, entry: AuditEntry) {
  const { event, outcome = 'ok', object, shareId, details } = entry;
  const actor = entry.actor ?? actorOf(ctx);
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
    details: auditDetails({ ...tokenDetails(ctx), ...details }),
  } satisfies Prisma.AuditEventCreateManyInput;
}

/** For an account that acts before it is signed in. */
export const accountActor = ({ id, login, admin }: { id: string; login: string; admin: boolean }) =>
  ({ kind: admin ? 'admin' : 'user', id, login }) as const;

function actorOf({ viewer, alias, client, requestId }: Context): NonNullable<AuditEntry['actor']> {
  if (viewer) return accountActor(viewer);
  if (alias) return { kind: 'alias' };
  return { kind: client.address === null && requestId === null ? 'system' : 'anonymous' };
}

function tokenDetails({ viewer }: Context): AuditDetails {
  return viewer?.grant ? { token: viewer.grant.name, tokenId: viewer.sessionId } : {};
}

/** Enough to tell IDs apart, too little to use them. */
export const redactedId = (id: string): string => `${id.slice(0, Math.min(6, Math.floor(id.length / 2)))}…`;

type AuditDetails = Record<string, string | number | boolean>;

const maxBytes = 2048;
const maxText = 200;

/** Drops what exceeds `maxBytes`. PostgreSQL's JSON stores neither NUL nor lone surrogates. */
function auditDetails(details: AuditDetails): AuditDetails {
  const stored: AuditDetails = {};
  for (const [name, value] of Object.entries(details)) {
    const next = { ...stored, [name]: typeof value === 'string' ? storableText(value) : value };
    if (Buffer.byteLength(JSON.stringify(next)) > maxBytes) break;
    stored[name] = next[name] ?? '';
  }
  return stored;
}

const storableText = (text: string): string => text.slice(0, maxText).toWellFormed().replaceAll('\0', '');

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

const lastNoted = new BoundedMap<string, number>(10_000);
const quietMs = 15 * 60_000;

/** Limits log entries that anyone can cause to one per quarter of an hour. */
export function isFirstInAWhile(now: Date, key: string): boolean {
  const since = now.getTime() - (lastNoted.get(key) ?? Number.NEGATIVE_INFINITY);
  if (since >= 0 && since < quietMs) return false;
  lastNoted.set(key, now.getTime());
  return true;
}

const pageSegments =
  'app home login register ending receipt newinvite settings info uploads share audit upload account new alias open api doc guide auth _next static pdf';

const knownSegments = new Set([
  ...pageSegments.split(' '),
  ...[...endpoints, ...byteCalls]
    .flatMap(({ path }) => path.split('/'))
    .filter((part) => !part.startsWith('{')),
]);

/** Makes a path safe for logs: segments that may be secrets are shortened. */
export function redactedPath(path: string): string {
  const parts = path.split('/').map((part) => (knownSegments.has(part) ? part : redactedId(part)));
  return parts.join('/').slice(0, 200);
}
