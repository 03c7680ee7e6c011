import 'server-only';
import type { DeliveriesQuery, DeliveryItem } from '@/lib/contract/alias/deliveries';
import type { DeliveryFilter } from '@/lib/domain/list-view';
import { searchWords } from '@/lib/domain/pasted/search-words';
import { writtenTitle } from '@/lib/domain/title';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/access/share';
import { hasWord } from '@/lib/server/services/containing';
import { formOf } from './form-row';
import { inboxOf } from './inbox';
import { answersIn } from './of-share';
import { unreadAmong } from './unread';

type Wanted = DeliveriesQuery & { aliasId: string };

/** What came through an alias, newest first, for those who see it. @throws alias.notFound */
export async function searchDeliveries(ctx: UserContext, wanted: Wanted) {
  const { form, albumId, albumChecks } = await inboxOf(ctx, wanted.aliasId);
  const { ids, ...total } = await matching(ctx, wanted);
  const items = await itemsOf(ctx, ids);
  const questions = (form && formOf(form).questions.map(({ label }) => label)) ?? [];
  return { items, questions, album: albumId !== null && albumChecks, total };
}

type Matching = { ids: string[]; deliveries: number; files: number; size: number };

/** The ids of one page and the totals of all. Index: Share_aliasId_createdAt_id. */
async function matching(ctx: UserContext, { aliasId, q, state, page, pageSize }: Wanted): Promise<Matching> {
  const conditions = [
    Prisma.sql`s."aliasId" = ${aliasId} AND ${isManagedBy(ctx.viewer)} AND ${isDelivery}`,
    ...(state ? [states[state](ctx)] : []),
    ...searchWords(q).map(isSaid),
  ];
  const [row] = await ctx.db.$queryRaw<[Record<keyof Omit<Matching, 'ids'>, unknown> & { ids: string[] }]>`
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

/** Nothing has come of it yet, and perhaps never will, where a sender has only opened a share. */
const hasBegun = Prisma.sql`(s."fileCount" > 0 OR s."description" IS NOT NULL OR d."answers" <> '[]'::jsonb)`;

/** Not what has not begun, and not the album of an alias, which is no delivery. */
export const isDelivery = Prisma.sql`${hasBegun} AND NOT EXISTS (SELECT FROM "Alias" a WHERE a."albumId" = s."id")`;

const states: Record<DeliveryFilter, (ctx: UserContext) => Prisma.Sql> = {
  unread: ({ viewer }) => Prisma.sql`EXISTS (
    SELECT FROM "Unread" u WHERE u."accountId" = ${viewer.id} AND u."shareId" = s."id")`,
  open: () => Prisma.sql`d."doneAt" IS NULL`,
  done: () => Prisma.sql`d."doneAt" IS NOT NULL`,
};

/** In what its sender said or in the name of a file, or as its number. */
const isSaid = (word: string): Prisma.Sql => Prisma.sql`(d."number"::text = ${word.replace(/^#/, '')}
  OR s."id" = ${word} OR ${hasWord(
    Prisma.sql`concat_ws(' ', s."name", s."description", d."name", d."email", d."reference",
      (SELECT string_agg(a ->> 'value', ' ') FROM jsonb_array_elements(d."answers") a))`,
    word,
  )}
  OR EXISTS (SELECT FROM "File" f
    WHERE f."shareId" = s."id" AND ${hasWord(Prisma.sql`f."path" || '/' || f."name"`, word)}))`;

/** Indexes: File_shareId_incoming, Delivery_pkey, Unread_pkey. */
async function itemsOf(ctx: UserContext, ids: string[]): Promise<DeliveryItem[]> {
  const among = { in: ids };
  const [rows, incoming, unread] = await Promise.all([
    ctx.db.share.findMany({
      where: { id: among },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: {
        id: true,
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
    unreadAmong(ctx, ids),
  ]);
  const missing = new Map(incoming.map(({ shareId, _count }) => [shareId, _count]));
  return rows.map(({ id, name, description, createdAt, fileCount, sizeBytes, delivery }) => ({
    id,
    title: name ?? writtenTitle({ name, description, isReceived: true, files: fileCount }),
    number: delivery?.number ?? 0,
    created: createdAt.getTime(),
    name: delivery?.name ?? null,
    email: delivery?.email ?? null,
    reference: delivery?.reference ?? null,
    answers: answersIn(delivery?.answers ?? []),
    isLate: delivery?.isLate ?? false,
    files: fileCount,
    size: Number(sizeBytes),
    incomplete: missing.get(id) ?? 0,
    unread: unread.has(id),
    done: delivery ? delivery.doneAt !== null : false,
  }));
}
