import 'server-only';
import type { ActivityItem } from '@/lib/contract/activity';
import { AppError } from '@/lib/contract/errors';
import { readUserAgent } from '@/lib/domain/user-agent';
import type { UserContext } from '@/lib/server/context';
import type { PrismaClient, ShareEvent } from '@/lib/server/db/generated/client';
import type { ActivityDetails } from '@/lib/server/journal/event';
import { managedBy } from '@/lib/server/services/access/share';
import { shortAddress } from './address';
import { linkDownloads, visitDownloads } from './downloads';

/**
 * Lists a share's events, newest first. Only its owner sees shortened addresses and mail receivers.
 * @throws share.notFound for others' shares and missing ones alike
 */
export async function getShareActivity(
  ctx: UserContext,
  { shareId, page, pageSize }: { shareId: string; page: number; pageSize: number },
) {
  const share = await ctx.db.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(ctx.viewer)] },
    select: {
      id: true,
      ownerId: true,
      fileCount: true,
      sizeBytes: true,
      publication: { select: { downloads: true } },
    },
  });
  if (!share) throw new AppError('share.notFound');
  const rows = await activityRows(ctx, shareId, { skip: (page - 1) * pageSize, take: pageSize + 1 });
  const items = await activityItems(ctx, rows.slice(0, pageSize), share);
  return { items, hasMore: rows.length > pageSize, downloads: share.publication?.downloads ?? 0 };
}

/**
 * Reads at most one page of each source, by ShareEvent_shareId_at_id_idx, Visit_shareId_startedAt_idx and
 * Download_byLink_idx. An expired link is an event while it is still enabled.
 */
function activityRows(
  { db, now }: UserContext,
  shareId: string,
  { skip, take }: { skip: number; take: number },
) {
  const upTo = skip + take;
  return db.$queryRaw<ActivityRow[]>`
    SELECT "source", "id", "at" FROM (
      (SELECT 'event' AS "source", "id"::text AS "id", "at", "id" AS "n" FROM "ShareEvent"
        WHERE "shareId" = ${shareId} ORDER BY "at" DESC, "id" DESC LIMIT ${upTo})
      UNION ALL
      (SELECT 'visit', "id", "startedAt", 0 FROM "Visit"
        WHERE "shareId" = ${shareId} ORDER BY "startedAt" DESC, "id" LIMIT ${upTo})
      UNION ALL
      (SELECT 'download', "id", "startedAt", 0 FROM "Download"
        WHERE "shareId" = ${shareId} AND "visitId" IS NULL AND "accountId" IS NULL
        ORDER BY "startedAt" DESC, "id" LIMIT ${upTo})
      UNION ALL
      (SELECT 'end', "shareId", "publishUntil", 0 FROM "Publication"
        WHERE "shareId" = ${shareId} AND "enabled" AND "publishUntil" <= ${now})) AS rows
    ORDER BY "at" DESC, "source" = 'event' DESC, "n" DESC, "id" OFFSET ${skip} LIMIT ${take}`;
}

type ActivityRow = { source: 'event' | 'visit' | 'download' | 'end'; id: string; at: Date };
type WithRecipient = { recipientId: string | null };
type ActivityShare = { ownerId: string; fileCount: number; sizeBytes: bigint };
type ItemFields = Partial<ActivityItem> & { kind: string };

const emptyFields = {
  by: null,
  recipient: null,
  address: null,
  browser: null,
  system: null,
  field: null,
  receivers: [],
  receiverCount: 0,
  until: null,
  files: null,
  size: null,
  downloads: [],
  moreDownloads: false,
};

async function activityItems(
  ctx: UserContext,
  rows: ActivityRow[],
  share: ActivityShare,
): Promise<ActivityItem[]> {
  const known = await fieldsByKey(ctx, rows, share);
  return rows.flatMap(({ source, id, at }) => {
    const key = keyOf(source, id);
    const facts = source === 'end' ? { kind: 'expired' } : known.get(key);
    // Missing when it was deleted between the two queries.
    return facts ? [{ ...emptyFields, ...facts, id: key, at: at.getTime() }] : [];
  });
}

const keyOf = (source: ActivityRow['source'], id: string) => `${source}-${id}`;

async function fieldsByKey(
  ctx: UserContext,
  rows: ActivityRow[],
  share: ActivityShare,
): Promise<Map<string, ItemFields>> {
  const { db, config, viewer } = ctx;
  const idsOf = (source: ActivityRow['source']) =>
    rows.filter((row) => row.source === source).map(({ id }) => id);
  const [events, visits, inVisits, alone] = await Promise.all([
    db.shareEvent.findMany({ where: { id: { in: idsOf('event').map(BigInt) } } }),
    db.visit.findMany({ where: { id: { in: idsOf('visit') } } }),
    visitDownloads(db, idsOf('visit')),
    linkDownloads(db, idsOf('download')),
  ]);
  const isOwner = share.ownerId === viewer.id;
  const client = <T extends { address: string | null; userAgent?: string | null }>({
    address,
    userAgent,
  }: T) => ({
    address: isOwner && config.ACTIVITY_ADDRESSES ? shortAddress(address) : null,
    ...readUserAgent(userAgent ?? null),
  });
  const names = isOwner ? await recipientAddresses(db, [...visits, ...alone]) : new Map<string, string>();
  const recipient = ({ recipientId }: WithRecipient) => ({ recipient: names.get(recipientId ?? '') ?? null });
  const facts = new Map<string, ItemFields>();
  for (const event of events)
    facts.set(keyOf('event', String(event.id)), { ...client(event), ...eventFields(event, share, isOwner) });
  for (const visit of visits)
    facts.set(keyOf('visit', visit.id), {
      kind: 'opened',
      ...recipient(visit),
      ...client(visit),
      ...inVisits.get(visit.id),
    });
  for (const { id, download, ...from } of alone)
    facts.set(keyOf('download', id), {
      kind: 'downloaded',
      ...recipient(from),
      ...client(from),
      downloads: [download],
    });
  return facts;
}

async function recipientAddresses(
  db: PrismaClient,
  rows: readonly WithRecipient[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ recipientId }) => recipientId ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db.recipient.findMany({
    where: { id: { in: ids } },
    select: { id: true, address: true },
  });
  return new Map(found.map(({ id, address }) => [id, address]));
}

function eventFields(
  { kind, login, details }: ShareEvent,
  share: ActivityShare,
  isOwner: boolean,
): ItemFields {
  const { field = null, until = null, to = [] } = details as ActivityDetails;
  return {
    kind,
    by: login,
    field,
    until,
    receivers: isOwner ? to : [],
    receiverCount: to.length,
    ...(kind === 'arrived' && { files: share.fileCount, size: Number(share.sizeBytes) }),
  };
}
