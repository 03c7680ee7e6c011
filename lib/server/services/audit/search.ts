import 'server-only';
import { type AuditItem, type AuditQuery, auditGroups, auditMaxTotal } from '@/lib/contract/admin/audit';
import { searchWords } from '@/lib/domain/pasted/search-words';
import type { UserContext } from '@/lib/server/context';
import type { AuditEvent, Prisma } from '@/lib/server/db/generated/client';
import { redactedId } from '@/lib/server/journal/redacted';
import { containing } from '@/lib/server/services/containing';

/**
 * Lists events newest first. Each filter has an index together with the time: AuditEvent_event_at, _outcome_at,
 * _actorId_at, _actorLogin_at, _shareId_at; words use _actorLogin_address (trigrams) and _objectId.
 */
export async function searchAudit(ctx: UserContext, { page, pageSize, ...query }: AuditQuery) {
  const words = searchWords(query.q);
  const where = auditFilter({ ...query, words, ids: await loggedIds(ctx, words) });
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
  const names = await fileNames(ctx, rows);
  return { items: rows.map((row) => auditItem(row, names)), total };
}

/** Admins are promised to learn nothing of what is locked or private. */
const openToAll = {
  passwordHash: null,
  onlyRecipients: false,
  publication: { enabled: true },
} satisfies Prisma.ShareWhereInput;

/** The log outlives files and stores no file names: those of existing files are looked up, where anybody may open them. */
async function fileNames(
  { db, viewer }: UserContext,
  rows: readonly AuditEvent[],
): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ objectType, objectId }) =>
    objectType === 'file' && objectId ? [objectId] : [],
  );
  if (ids.length === 0) return new Map();
  const files = await db.file.findMany({
    where: { id: { in: [...new Set(ids)] }, share: { OR: [{ ownerId: viewer.id }, openToAll] } },
    select: { id: true, path: true, name: true },
  });
  return new Map(files.map(({ id, path, name }) => [id, path === '' ? name : `${path}/${name}`]));
}

/** A pasted link stands for its share, the key or link of an inbox for the beginning of its id: the log stores no others. */
async function loggedIds({ db }: UserContext, words: string[]): Promise<Map<string, string>> {
  const [links, inboxes] = await Promise.all([
    db.publication.findMany({ where: { linkId: { in: words } }, select: { linkId: true, shareId: true } }),
    db.alias.findMany({
      where: { OR: [{ id: { in: words } }, { adminKey: { in: words } }] },
      select: { id: true, adminKey: true },
    }),
  ]);
  return new Map([
    ...links.map(({ linkId, shareId }) => [linkId, shareId] as const),
    ...inboxes.flatMap(({ id, adminKey }) => [id, adminKey].map((key) => [key, redactedId(id)] as const)),
  ]);
}

type AuditSearchFilters = Omit<AuditQuery, 'page' | 'pageSize' | 'q'> & {
  words: string[];
  ids: Map<string, string>;
};

function auditFilter({
  words,
  ids,
  event,
  group,
  outcome,
  actor,
  share,
  from,
  to,
}: AuditSearchFilters): Prisma.AuditEventWhereInput {
  const conditions: Prisma.AuditEventWhereInput[] = [];
  if (event) conditions.push({ event });
  if (group) conditions.push({ event: { in: [...auditGroups[group]] } });
  if (outcome) conditions.push({ outcome });
  if (share) conditions.push({ shareId: share });
  if (actor) conditions.push({ OR: [{ actorId: actor }, { actorLogin: actor.toLowerCase() }] });
  if (from !== undefined) conditions.push({ at: { gte: new Date(from) } });
  if (to !== undefined) conditions.push({ at: { lt: new Date(to) } });
  for (const word of words) {
    const part = containing(word);
    const id = ids.get(word) ?? word;
    conditions.push({ OR: [{ actorLogin: part }, { address: part }, { objectId: id }, { shareId: id }] });
  }
  return { AND: conditions };
}

const auditItem = (
  { at, id, details, ...row }: AuditEvent,
  names: ReadonlyMap<string, string>,
): AuditItem => ({
  ...row,
  objectName: (row.objectType === 'file' && row.objectId && names.get(row.objectId)) || null,
  id: String(id),
  at: at.getTime(),
  details: plainDetails(details),
});

function plainDetails(details: Prisma.JsonValue): AuditItem['details'] {
  if (typeof details !== 'object' || details === null) return {};
  const plain = Object.entries(details).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(plain) as AuditItem['details'];
}
