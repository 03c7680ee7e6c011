import 'server-only';
import { type OverseenName, overseenMaxTotal } from '@/lib/contract/admin/oversight';
import { AppError } from '@/lib/contract/errors';
import type { ListQuery } from '@/lib/contract/fields';
import { searchWords } from '@/lib/domain/pasted/search-words';
import { serverPaths } from '@/lib/paths';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { hasWord } from '@/lib/server/services/containing';
import { nameColumns } from '@/lib/server/services/profile/name-columns';

type NameRow = {
  id: string;
  login: string;
  name: string;
  line: string | null;
  address: string | null;
  sameAs: string[];
};

const maxNamed = 5;

/** Index: Account_nameKey, Account_login. */
const sameAs = Prisma.sql`ARRAY(
  SELECT o."login" FROM "Account" o
  WHERE o."id" <> a."id" AND o."deletingAt" IS NULL AND (o."login" = a."nameKey" OR o."nameKey" = a."nameKey")
  ORDER BY o."login" LIMIT ${maxNamed})`;

/** Names that are also another's stand first. */
export async function listNames({ db }: UserContext, { q, page, pageSize }: ListQuery) {
  const parts = searchWords(q).map(
    (word) =>
      Prisma.sql`(${hasWord(Prisma.sql`a."displayName"`, word)} OR ${hasWord(Prisma.sql`a."login"`, word)})`,
  );
  const from = Prisma.sql`FROM "Account" a
    WHERE ${Prisma.join([Prisma.sql`a."nameKey" IS NOT NULL AND a."deletingAt" IS NULL`, ...parts], ' AND ')}`;
  const [rows, [{ total }]] = await Promise.all([
    db.$queryRaw<NameRow[]>`
      SELECT n.*, p."address" FROM (
        SELECT a."id", a."login", a."displayName" AS "name", a."senderLine" AS "line", ${sameAs} AS "sameAs" ${from}
      ) n LEFT JOIN "AccountPicture" p ON p."accountId" = n."id"
      ORDER BY cardinality(n."sameAs") = 0, n."login"
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    db.$queryRaw<[{ total: bigint }]>`
      SELECT count(*) AS "total" FROM (SELECT 1 ${from} LIMIT ${overseenMaxTotal}) few`,
  ]);
  return { items: rows.map(nameItem), total: Number(total) };
}

const nameItem = ({ id, login, name, line, address, sameAs }: NameRow): OverseenName => ({
  account: { id, login },
  name,
  line,
  picture: address && serverPaths.senderPicture(address),
  sameAs,
});

/** Visitors see the login again; a provider fills the name in only when it says another one. @throws account.notFound */
export async function removeName(ctx: UserContext, { accountId }: { accountId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const before = await tx.account.findUnique({ where: { id: accountId }, select: { displayName: true } });
    if (!before) throw new AppError('account.notFound');
    const data = { ...nameColumns(null), senderLine: null };
    await tx.account.update({ where: { id: accountId }, data });
    await tx.accountPicture.deleteMany({ where: { accountId } });
    const object = { type: 'account', id: accountId } as const;
    const details = { name: before.displayName ?? '' };
    await record(ctx, { event: 'account.profile', object, details }, tx);
  });
}
