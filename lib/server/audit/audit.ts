import 'server-only';
import type { AuditActorKind, AuditEventName, AuditObjectType, AuditOutcome } from '@/lib/contract/audit';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

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

function actorOf({ viewer, alias, client, requestId }: Context): NonNullable<AuditEntry['actor']> {
  if (viewer) return { kind: viewer.admin ? 'admin' : 'user', id: viewer.id, login: viewer.login };
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
