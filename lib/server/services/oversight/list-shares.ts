import 'server-only';
import {
  type OverseenShare,
  type OverseenShareQuery,
  overseenMaxTotal,
} from '@/lib/contract/admin/oversight';
import { normalizeLinkWords } from '@/lib/domain/link-words';
import { searchWords } from '@/lib/domain/pasted/search-words';
import { publishState } from '@/lib/domain/publish';
import { writtenTitle } from '@/lib/domain/title';
import type { Context, UserContext } from '@/lib/server/context';
import { Prisma, type Share } from '@/lib/server/db/generated/client';
import { isEnded, isLive } from '@/lib/server/services/access/share';
import { containing, hasWord } from '@/lib/server/services/containing';
import { blockOf } from '@/lib/server/services/share/detail';

/**
 * Lists shares of all accounts for admins, without their content: what is locked has no title and isn't found by its
 * name. Notes and files are never searched.
 */
export async function overseeShares(ctx: UserContext, query: OverseenShareQuery) {
  const { page, pageSize, sort } = query;
  const { join, condition, order } = orders[sort](ctx.now);
  const found = await matching(ctx, query);
  const from = Prisma.sql`FROM ${found} s ${join} WHERE ${condition} AND ${stateCondition(query, ctx.now)}`;
  const [ids, [{ total }]] = await Promise.all([
    ctx.db.$queryRaw<{ id: string }[]>`
      SELECT s."id" ${from} ORDER BY ${order} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    ctx.db.$queryRaw<[{ total: bigint }]>`
      SELECT count(*) AS "total" FROM (SELECT 1 ${from} LIMIT ${overseenMaxTotal}) few`,
  ]);
  return { items: await overseenItems(ctx, ids), total: Number(total) };
}

const withLink = Prisma.sql`JOIN "Publication" p ON p."shareId" = s."id"`;
const always = Prisma.sql`true`;

type ListOrder = { join: Prisma.Sql; condition: Prisma.Sql; order: Prisma.Sql };

/** Indexes: Share_createdAt_id, Share_sizeBytes_id, Publication_views, Publication_enabled_publishUntil. */
const orders: Record<OverseenShareQuery['sort'], (now: Date) => ListOrder> = {
  created: () => ({
    join: Prisma.empty,
    condition: always,
    order: Prisma.sql`s."createdAt" DESC, s."id" DESC`,
  }),
  size: () => ({ join: Prisma.empty, condition: always, order: Prisma.sql`s."sizeBytes" DESC, s."id" DESC` }),
  opened: () => ({
    join: withLink,
    condition: Prisma.sql`p."views" > 0`,
    order: Prisma.sql`p."views" DESC, s."id" DESC`,
  }),
  ends: (now) => ({
    join: withLink,
    condition: Prisma.sql`p."enabled" AND p."publishUntil" > ${now}`,
    order: Prisma.sql`p."publishUntil", s."id"`,
  }),
};

function stateCondition({ state }: OverseenShareQuery, now: Date): Prisma.Sql {
  if (state === undefined) return always;
  if (state === 'blocked') return Prisma.sql`s."blockedAt" IS NOT NULL`;
  const link = (condition: Prisma.Sql) =>
    Prisma.sql`EXISTS (SELECT FROM "Publication" p WHERE p."shareId" = s."id" AND ${condition})`;
  const conditions = {
    live: link(isLive(now)),
    ended: link(isEnded(now)),
    private: Prisma.sql`NOT ${link(Prisma.sql`p."enabled"`)}`,
  };
  return Prisma.sql`s."blockedAt" IS NULL AND ${conditions[state]}`;
}

/**
 * Returns the shares with all words, as a table. Whose they are and what link leads to them is looked up before, so that
 * each part has its index: Share_searchText, Share_ownerId_createdAt_id, Share_pkey.
 */
async function matching(ctx: UserContext, { q, owner, id }: OverseenShareQuery): Promise<Prisma.Sql> {
  const words = searchWords(q);
  const [ownerId, ...parts] = await Promise.all([
    owner === undefined ? null : ownerIdOf(ctx, owner),
    ...words.map((word) => wordCondition(ctx, word)),
  ]);
  if (owner !== undefined) parts.unshift(Prisma.sql`s."ownerId" = ${ownerId}`);
  if (id !== undefined) parts.unshift(Prisma.sql`s."id" = ${id}`);
  if (parts.length === 0) return Prisma.sql`"Share"`;
  const all = Prisma.sql`SELECT * FROM "Share" s WHERE ${Prisma.join(parts, ' AND ')}`;
  // OFFSET keeps the planner from walking all shares in the list's order.
  return words.length === 0 ? Prisma.sql`(${all})` : Prisma.sql`(${all} OFFSET 0)`;
}

/** Accounts or links beyond this number are left out of a search. */
const maxMatches = 1_000;

/** @returns at most {@link maxMatches} ids of accounts whose login contains the word */
export async function ownerIdsWith(db: Context['db'], word: string): Promise<string[]> {
  const where = { login: containing(word) };
  return (await db.account.findMany({ where, select: { id: true }, take: maxMatches })).map(({ id }) => id);
}

async function wordCondition({ db }: Context, word: string): Promise<Prisma.Sql> {
  const linkIds = [word, normalizeLinkWords(word)];
  const [ownerIds, links, recipients] = await Promise.all([
    ownerIdsWith(db, word),
    db.publication.findMany({ where: { linkId: { in: linkIds } }, select: { shareId: true } }),
    db.recipient.findMany({ where: { linkId: word }, select: { shareId: true } }),
  ]);
  const ids = [word, ...[...links, ...recipients].map(({ shareId }) => shareId)];
  return Prisma.sql`(s."id" = ANY (${ids}) OR s."ownerId" = ANY (${ownerIds}::text[])
    OR (${hasWord(Prisma.sql`s."name"`, word)} AND s."passwordHash" IS NULL AND NOT s."onlyRecipients"))`;
}

/** @returns "" for nobody, whom no share belongs to */
export async function ownerIdOf({ db }: Context, owner: string): Promise<string> {
  const where = { OR: [{ id: owner }, { login: owner.toLowerCase() }] };
  return (await db.account.findFirst({ where, select: { id: true } }))?.id ?? '';
}

const include = {
  owner: { select: { id: true, login: true } },
  alias: { select: { name: true } },
  publication: true,
} as const satisfies Prisma.ShareInclude;

/** Keeps the order of the ids. */
export async function overseenItems({ db, now }: Context, ids: { id: string }[]): Promise<OverseenShare[]> {
  const rows = await db.share.findMany({ where: { id: { in: ids.map(({ id }) => id) } }, include });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap(({ id }) => {
    const row = byId.get(id);
    return row ? [itemOf(row, now)] : [];
  });
}

function itemOf(row: Prisma.ShareGetPayload<{ include: typeof include }>, now: Date): OverseenShare {
  const { id, owner, publication, fileCount: files } = row;
  const link = publishState(publication, row, now);
  return {
    id,
    owner,
    title: overseenTitle(row),
    locked: isLocked(row),
    size: Number(row.sizeBytes),
    files,
    created: row.createdAt.getTime(),
    state: row.blockedAt ? 'blocked' : stateOf(link),
    ends: publication?.enabled ? publication.publishUntil.getTime() : null,
    opened: publication?.views ?? 0,
    alias: row.alias?.name ?? null,
    blocked: overseenBlock(row),
  };
}

type TitleRow = Pick<Share, 'name' | 'description' | 'passwordHash' | 'onlyRecipients'>;

const isLocked = ({ passwordHash, onlyRecipients }: TitleRow) => passwordHash !== null || onlyRecipients;

/** Null where nobody wrote one, and of what is locked. */
export const overseenTitle = (row: TitleRow): string | null => (isLocked(row) ? null : writtenTitle(row));

function stateOf(link: ReturnType<typeof publishState>) {
  if (link === 'unpublished') return 'private';
  return link === 'published' ? 'live' : 'ended';
}

type OverseenBlockRow = Parameters<typeof blockOf>[0] & { blockedBy: string | null };

export function overseenBlock(row: OverseenBlockRow): OverseenShare['blocked'] {
  const block = blockOf(row);
  return block && { ...block, by: row.blockedBy ?? '' };
}
