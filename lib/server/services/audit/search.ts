import 'server-only';
import { type AuditItem, type AuditQuery, auditMaxTotal } from '@/lib/contract/audit';
import type { UserContext } from '@/lib/server/context';
import type { AuditEvent, Prisma } from '@/lib/server/db/generated/client';
import { containing } from '@/lib/server/services/containing';

/**
 * Newest first. Indexes: AuditEvent_at_id for the order and the time, AuditEvent_event_at, _outcome_at, _actorId_at,
 * _actorLogin_at and _shareId_at for each filter with its order; for the words _actorLogin_address (trigrams), _objectId
 * and _shareId_at.
 */
export async function searchAudit(ctx: UserContext, { page, pageSize, ...query }: AuditQuery) {
  const where = matching(query);
  const skip = (page - 1) * pageSize;
  const [rows, total] = await Promise.all([
    skip >= auditMaxTotal
      ? []
      : ctx.db.auditEvent.findMany({
          where,
          orderBy: [{ at: 'desc' }, { id: 'desc' }],
          take: Math.min(pageSize, auditMaxTotal - skip),
          skip,
        }),
    ctx.db.auditEvent.count({ where, take: auditMaxTotal }),
  ]);
  const names = await namesOf(ctx, rows);
  return { items: rows.map((row) => item(row, names)), total };
}

/** A log that outlives files keeps no names of them; those that are there have theirs. */
async function namesOf({ db }: UserContext, rows: readonly AuditEvent[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ objectType, objectId }) =>
    objectType === 'file' && objectId ? [objectId] : [],
  );
  if (ids.length === 0) return new Map();
  const files = await db.file.findMany({
    where: { id: { in: [...new Set(ids)] } },
    select: { id: true, path: true, name: true },
  });
  return new Map(files.map(({ id, path, name }) => [id, path === '' ? name : `${path}/${name}`]));
}

type Filters = Omit<AuditQuery, 'page' | 'pageSize'>;

function matching({ q, event, outcome, actor, share, from, to }: Filters): Prisma.AuditEventWhereInput {
  const conditions: Prisma.AuditEventWhereInput[] = [];
  if (event) conditions.push({ event });
  if (outcome) conditions.push({ outcome });
  if (share) conditions.push({ shareId: share });
  if (actor) conditions.push({ OR: [{ actorId: actor }, { actorLogin: actor.toLowerCase() }] });
  if (from !== undefined) conditions.push({ at: { gte: new Date(from) } });
  if (to !== undefined) conditions.push({ at: { lt: new Date(to) } });
  if (q !== '') {
    const part = containing(q);
    conditions.push({ OR: [{ actorLogin: part }, { address: part }, { objectId: q }, { shareId: q }] });
  }
  return { AND: conditions };
}

const item = ({ at, id, details, ...row }: AuditEvent, names: ReadonlyMap<string, string>): AuditItem => ({
  ...row,
  objectName: (row.objectType === 'file' && row.objectId && names.get(row.objectId)) || null,
  id: String(id),
  at: at.getTime(),
  details: detailsOf(details),
});

/** What auditDetails wrote; whatever else a row may hold stays inside. */
function detailsOf(details: Prisma.JsonValue): AuditItem['details'] {
  if (typeof details !== 'object' || details === null) return {};
  const plain = Object.entries(details).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(plain) as AuditItem['details'];
}
