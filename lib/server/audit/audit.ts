import 'server-only';
import type { AuditActorKind, AuditEventName, AuditObjectType, AuditOutcome } from '@/lib/contract/audit';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

export type AuditEntry = {
  event: AuditEventName;
  outcome?: AuditOutcome;
  /** What it was done to. Ids of links and aliases are rights, so they come through `redactedId`. */
  object?: { type: AuditObjectType; id: string };
  shareId?: string;
  details?: Details;
  /**
   * Given when it isn't the person who is signed in: somebody who is just signing in, or for whom a provider speaks.
   */
  actor?: { kind: AuditActorKind; id?: string; login?: string };
};

/**
 * Writes down what happened. A change hands over its transaction, so that both happen or neither. Without one a
 * failure is logged and nothing else: what was read or refused stays so.
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

/** The row itself, for those who write it together with something else. */
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
    details: auditDetails({ ...tokenOf(ctx), ...details }),
  } satisfies Prisma.AuditEventCreateManyInput;
}

function actorOf({ viewer, alias, client, requestId }: Context): NonNullable<AuditEntry['actor']> {
  if (viewer) return { kind: viewer.admin ? 'admin' : 'user', id: viewer.id, login: viewer.login };
  if (alias) return { kind: 'alias' };
  return { kind: client.address === null && requestId === null ? 'system' : 'anonymous' };
}

/** The access token that spoke for the person: its name, and the part of it that is no secret. */
function tokenOf({ viewer }: Context): Details {
  return viewer?.grant ? { token: viewer.grant.name, tokenId: viewer.sessionId } : {};
}

/** Of a secret: enough to tell two apart, too little to use. */
export const redactedId = (id: string): string => `${id.slice(0, Math.min(6, Math.floor(id.length / 2)))}…`;

type Details = Record<string, string | number | boolean>;

const maxBytes = 2048;
const maxText = 200;

/** Short texts, and no more of them than fit. PostgreSQL's JSON holds neither NUL nor half a character. */
function auditDetails(details: Details): Details {
  const kept: Details = {};
  for (const [name, value] of Object.entries(details)) {
    const next = { ...kept, [name]: typeof value === 'string' ? plain(value) : value };
    if (Buffer.byteLength(JSON.stringify(next)) > maxBytes) break;
    kept[name] = next[name] ?? '';
  }
  return kept;
}

const plain = (text: string): string => text.slice(0, maxText).toWellFormed().replaceAll('\0', '');
