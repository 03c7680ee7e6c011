import 'server-only';
import { E2ee } from '@/lib/contract/share/sealed-shapes';
import type { ShareQuery } from '@/lib/contract/share/share';
import type { OwnMarks } from '@/lib/contract/share/share-marks';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { searchWords } from '@/lib/domain/pasted/search-words';
import { publishState, unlimitedViews } from '@/lib/domain/publish';
import { writtenTitle } from '@/lib/domain/title';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { sharedAliases } from '@/lib/server/services/access/alias';
import { saidSelect, senderTitle } from '@/lib/server/services/delivery/search';
import { firstFileNames } from '@/lib/server/services/file/stored-file';
import { inOrder } from '@/lib/server/services/in-order';
import { findLatest } from './latest';
import { readMarks } from './marks';
import { findMatchPlaces, matchingShares } from './matching';

const include = {
  alias: { select: { id: true, name: true } },
  delivery: { select: saidSelect },
  publication: true,
} as const;
type ListedShare = Prisma.ShareGetPayload<{ include: typeof include }>;

/** Own shares and those of shared aliases, newest first. */
export async function searchShares(ctx: UserContext, query: ShareQuery) {
  const shared = await sharedAliases(ctx);
  const words = searchWords(query.q);
  const { ids, total } = await matchingShares(ctx, shared, query);
  const rows = await ctx.db.share.findMany({ where: { id: { in: ids } }, include });
  const items = await listItems(ctx, inOrder(ids, rows));
  if (words.length === 0) return { items, total };
  const places = await findMatchPlaces(ctx, ids, words);
  return { items: items.map((item) => withPlace(item, places.get(item.id))), total };
}

const withPlace = (item: ShareListItem, found: ShareListItem['found']): ShareListItem =>
  found ? { ...item, found } : item;

async function listItems(ctx: UserContext, rows: ListedShare[]): Promise<ShareListItem[]> {
  const items = rows.map((row) => rowItem(row, ctx.now));
  const nameless = items.filter(({ title, files }) => title === null && files > 0).map(({ id }) => id);
  const ids = rows.map(({ id }) => id);
  const [firstFiles, incoming, latest, marksOf] = await Promise.all([
    firstFileNames(ctx.db, nameless),
    incomingOf(ctx, ids),
    findLatest(ctx, ids),
    readMarks(ctx, ids),
  ]);
  return items.map((item) => ({
    ...item,
    firstFile: firstFiles.get(item.id) ?? null,
    incomplete: incoming.get(item.id) ?? 0,
    latest: latest.get(item.id) ?? null,
    ...marksOf(item.id),
  }));
}

async function incomingOf({ db }: UserContext, ids: string[]): Promise<Map<string, number>> {
  const counts = await db.file.groupBy({
    by: ['shareId'],
    where: { shareId: { in: ids }, state: 'incoming' },
    _count: true,
  });
  return new Map(counts.map(({ shareId, _count }) => [shareId, _count]));
}

function rowItem(
  row: ListedShare,
  now: Date,
): Omit<ShareListItem, 'firstFile' | 'incomplete' | 'latest' | keyof OwnMarks> {
  const title = writtenTitle(row);
  const state = publishState(row.publication, row, now);
  return {
    id: row.id,
    name: row.name,
    title,
    sentBy: senderTitle(row.delivery, title),
    aliasInfo: row.alias,
    e2ee: E2ee.parse(row.e2ee),
    validity: Number(row.validityMs),
    maxViews: row.maxViews,
    viewsLimited: row.maxViews < unlimitedViews,
    maxDownloads: row.maxDownloads,
    password: row.passwordHash !== null,
    created: row.createdAt.getTime(),
    files: row.fileCount,
    size: Number(row.sizeBytes),
    published: state === 'unpublished' ? null : state !== 'expired',
    downloads: row.publication?.downloads ?? 0,
    withdrawn: state === 'unpublished' && (row.publication?.version ?? 0) > 0,
    usedUp: state === 'used-up',
    blocked: row.blockedAt !== null,
    views: row.publication?.views ?? 0,
    linkId: state === 'published' && row.blockedAt === null ? (row.publication?.linkId ?? null) : null,
    endsAt: state === 'unpublished' ? null : (row.publication?.publishUntil.getTime() ?? null),
  };
}
