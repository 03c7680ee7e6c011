import 'server-only';
import type { DeliveriesQuery, DeliveryItem } from '@/lib/contract/alias/deliveries';
import { AppError } from '@/lib/contract/errors';
import { Delivery } from '@/lib/contract/share/share-shapes';
import { deliveryTitle } from '@/lib/domain/delivery-title';
import type { DeliveryFilter } from '@/lib/domain/list-view';
import { searchWords } from '@/lib/domain/pasted/search-words';
import { writtenTitle } from '@/lib/domain/title';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { sharedAliases, visibleTo } from '@/lib/server/services/access/alias';
import { isManagedAmong, managedBy } from '@/lib/server/services/access/share';
import { hasWord } from '@/lib/server/services/containing';
import { firstFileNames } from '@/lib/server/services/file/stored-file';
import { inOrder } from '@/lib/server/services/in-order';
import { filterUnread } from './marks';

/** Lists deliveries, newest first, of one alias or of all. @throws alias.notFound */
export async function searchDeliveries(ctx: UserContext, wanted: DeliveriesQuery) {
  const [inboxes, { ids, ...total }] = await Promise.all([
    listInboxes(ctx, wanted.alias),
    findMatches(ctx, wanted),
  ]);
  return { items: await deliveryItems(ctx, ids), inboxes, total };
}

const mostInboxes = 100;

async function listInboxes(ctx: UserContext, wanted: string | undefined) {
  const among = visibleTo(ctx.viewer);
  const select = { id: true, name: true };
  const [first, chosen] = await Promise.all([
    ctx.db.alias.findMany({ where: among, orderBy: { name: 'asc' }, take: mostInboxes, select }),
    wanted === undefined ? null : findInbox(ctx, wanted),
  ]);
  const isMissing = chosen && first.every(({ id }) => id !== wanted);
  const inboxes = isMissing ? [...first, { id: wanted ?? '', name: chosen.name }] : first;
  const sums = await ctx.db.tally.groupBy({
    by: ['aliasId'],
    where: { aliasId: { in: inboxes.map(({ id }) => id) } },
    _sum: { shares: true, sizeBytes: true },
  });
  const sumOf = new Map(sums.map(({ aliasId, _sum }) => [aliasId, _sum]));
  return inboxes.map(({ id, name }) => {
    const { shares, sizeBytes } = sumOf.get(id) ?? {};
    return { id, name, deliveries: Number(shares ?? 0), size: Number(sizeBytes ?? 0) };
  });
}

type DeliveryMatches = { ids: string[]; deliveries: number; files: number; size: number };

async function findMatches(
  ctx: UserContext,
  { alias, q, state, page, pageSize }: DeliveriesQuery,
): Promise<DeliveryMatches> {
  const conditions = [
    Prisma.sql`${isManagedAmong(ctx.viewer, await sharedAliases(ctx))} AND ${isDelivery}`,
    alias === undefined ? Prisma.sql`s."aliasId" IS NOT NULL` : Prisma.sql`s."aliasId" = ${alias}`,
    ...(state ? [stateConditions[state](ctx)] : []),
    ...searchWords(q).map(wordCondition),
  ];
  const [row] = await ctx.db.$queryRaw<
    [Record<keyof Omit<DeliveryMatches, 'ids'>, unknown> & { ids: string[] }]
  >`
    WITH "matching" AS MATERIALIZED (
      SELECT s."id", s."createdAt", s."fileCount", s."sizeBytes"
      FROM "Share" s LEFT JOIN "Delivery" d ON d."shareId" = s."id"
      WHERE ${Prisma.join(conditions, ' AND ')})
    SELECT count(*) AS "deliveries", coalesce(sum("fileCount"), 0) AS "files", coalesce(sum("sizeBytes"), 0) AS "size",
      ARRAY(SELECT "id" FROM "matching" ORDER BY "createdAt" DESC, "id" DESC
        LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS "ids"
    FROM "matching"`;
  return {
    ids: row.ids,
    deliveries: Number(row.deliveries),
    files: Number(row.files),
    size: Number(row.size),
  };
}

/** Excludes empty shares: a sender may open one and never fill it. */
const hasContent = Prisma.sql`(s."fileCount" > 0 OR s."description" IS NOT NULL OR d."answers" <> '[]'::jsonb)`;

/** An album of an alias is not a delivery. */
export const isDelivery = Prisma.sql`${hasContent} AND NOT EXISTS (SELECT FROM "Alias" a WHERE a."albumId" = s."id")`;

const stateConditions: Record<DeliveryFilter, (ctx: UserContext) => Prisma.Sql> = {
  unread: ({ viewer }) => Prisma.sql`EXISTS (
    SELECT FROM "Unread" u WHERE u."accountId" = ${viewer.id} AND u."shareId" = s."id")`,
  open: () => Prisma.sql`d."doneAt" IS NULL`,
  done: () => Prisma.sql`d."doneAt" IS NOT NULL`,
};

const wordCondition = (word: string): Prisma.Sql => Prisma.sql`(d."number"::text = ${word.replace(/^#/, '')}
  OR s."id" = ${word} OR ${hasWord(
    Prisma.sql`concat_ws(' ', s."name", s."description", d."name", d."email", d."reference",
      (SELECT string_agg(a ->> 'value', ' ') FROM jsonb_array_elements(d."answers") a))`,
    word,
  )}
  OR EXISTS (SELECT FROM "File" f
    WHERE f."shareId" = s."id" AND ${hasWord(Prisma.sql`f."path" || '/' || f."name"`, word)}))`;

/** Indexes: File_shareId_incoming, File_scan_idx, Delivery_pkey, Unread_pkey. */
async function deliveryItems(ctx: UserContext, ids: string[]): Promise<DeliveryItem[]> {
  const among = { in: ids };
  const [rows, incoming, scans, unread] = await Promise.all([
    ctx.db.share.findMany({
      where: { id: among },
      select: {
        id: true,
        aliasId: true,
        name: true,
        description: true,
        createdAt: true,
        fileCount: true,
        sizeBytes: true,
        delivery: true,
      },
    }),
    ctx.db.file.groupBy({
      by: ['shareId'],
      where: { shareId: among, state: 'incoming' },
      _count: true,
    }),
    ctx.db.file.groupBy({
      by: ['shareId', 'scan'],
      where: { shareId: among, scan: { in: ['pending', 'infected'] } },
      _count: true,
    }),
    filterUnread(ctx, ids),
  ]);
  const filesThatAre = (scan: 'pending' | 'infected', id: string) =>
    scans.find((one) => one.shareId === id && one.scan === scan)?._count ?? 0;
  const missing = new Map(incoming.map(({ shareId, _count }) => [shareId, _count]));
  const items = inOrder(ids, rows).map(
    ({ id, aliasId, name, description, createdAt, fileCount, sizeBytes, delivery }) => ({
      id,
      alias: aliasId ?? '',
      title: name ?? writtenTitle({ name, description }),
      number: delivery?.number ?? 0,
      created: createdAt.getTime(),
      ...saidBy(delivery),
      isLate: delivery?.isLate ?? false,
      files: fileCount,
      size: Number(sizeBytes),
      incomplete: missing.get(id) ?? 0,
      checking: filesThatAre('pending', id),
      quarantined: filesThatAre('infected', id),
      unread: unread.has(id),
      done: delivery ? delivery.doneAt !== null : false,
    }),
  );
  const nameless = items.filter((item) => item.files > 0 && deliveryTitle(item, item.title) === null);
  const firstFiles = await firstFileNames(
    ctx.db,
    nameless.map(({ id }) => id),
  );
  return items.map((item) => ({ ...item, firstFile: firstFiles.get(item.id) ?? null }));
}

type SaidRow = { name: string | null; email: string | null; reference: string | null; answers: unknown };

const saidBy = (said: SaidRow | null) => ({
  name: said?.name ?? null,
  email: said?.email ?? null,
  reference: said?.reference ?? null,
  answers: answersIn(said?.answers ?? []),
});

/** Selects what `senderTitle` reads. */
export const saidSelect = { name: true, email: true, reference: true, answers: true } as const;

export const senderTitle = (said: SaidRow | null, title: string | null): string | null =>
  said && deliveryTitle(saidBy(said), title);

export const answersIn = (answers: unknown) => Delivery.shape.answers.parse(answers);

/** Returns the sender's answers for the share's managers; null when there are none. @throws share.notFound */
export async function getDelivery(
  { db, viewer }: UserContext,
  { shareId }: { shareId: string },
): Promise<{ delivery: (Delivery & { done: boolean; album: boolean }) | null }> {
  const where = { AND: [{ id: shareId }, managedBy(viewer)] };
  const share = await db.share.findFirst({
    where,
    select: { delivery: true, alias: { select: { albumId: true } } },
  });
  if (!share) throw new AppError('share.notFound');
  const { delivery } = share;
  if (!delivery) return { delivery };
  const done = delivery.doneAt !== null;
  const album = (share.alias?.albumId ?? shareId) !== shareId;
  return { delivery: { ...delivery, answers: answersIn(delivery.answers), done, album } };
}

/** @throws alias.notFound for others' and missing ones alike */
export async function findInbox({ db, viewer }: UserContext, aliasId: string) {
  const alias = await db.alias.findFirst({
    where: { AND: [{ id: aliasId }, visibleTo(viewer)] },
    select: { name: true, form: true },
  });
  if (!alias) throw new AppError('alias.notFound');
  return alias;
}
