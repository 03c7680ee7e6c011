import 'server-only';
import { createHash } from 'node:crypto';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import type { Report } from './report';
import type { ItemKind, Product } from './source';

export type ImportRun = {
  ctx: Context;
  product: Product;
  isDryRun: boolean;
  isPlan: boolean;
  /** Also imports shares that expired so long ago that they would be deleted here. */
  includesExpired: boolean;
  mergesAccounts: boolean;
  report: Report;
  fallbackOwnerId: string | null;
  /** Logins assigned in this run. A dry run needs them to avoid duplicates. */
  logins: Set<string>;
  /** Ids here by ids there. Null for accounts that were deleted here. */
  accounts: Map<string, string | null>;
  aliases: Map<string, string>;
};

export const findImported = ({ ctx, product }: ImportRun, kind: ItemKind, oldId: string) =>
  ctx.db.imported.findUnique({ where: { product_kind_oldId: { product, kind, oldId } } });

type ImportedRecord = {
  kind: ItemKind;
  oldId: string;
  newId: string;
  linkId?: string | null;
  mark?: string | null;
};

/** Has to share the transaction of the object, or another run would import it twice. */
export async function recordImported(
  { product }: ImportRun,
  tx: Prisma.TransactionClient,
  brought: ImportedRecord[],
): Promise<void> {
  await tx.imported.createMany({ data: brought.map((one) => ({ ...one, product })) });
}

export type Tx = Prisma.TransactionClient;

/** Takes the place of a digest for accounts that were merged, so that undo leaves them. */
export const mergedMark = 'merged';

// Digests of everything that people can change. Views, visits, sign-ins and password hashes (which a first sign-in replaces)
// don't count.

export async function shareMark(tx: Tx, id: string): Promise<string | null> {
  const share = await tx.share.findUnique({
    where: { id },
    select: {
      ownerId: true,
      aliasId: true,
      name: true,
      description: true,
      validityMs: true,
      maxViews: true,
      passwordVersion: true,
      publication: { select: { linkId: true, version: true, enabled: true, publishUntil: true } },
    },
  });
  if (!share) return null;
  const [files] = await tx.$queryRaw<{ digest: string | null }[]>`
    SELECT md5(string_agg(concat_ws('/', "id", "path", "name"), '//' ORDER BY "id")) AS digest
    FROM "File" WHERE "shareId" = ${id}`;
  return digest({ ...share, files: files?.digest });
}

export async function aliasMark(tx: Tx, id: string): Promise<string | null> {
  const alias = await tx.alias.findUnique({
    where: { id },
    select: {
      ownerId: true,
      name: true,
      enabled: true,
      validityMs: true,
      members: { select: { accountId: true }, orderBy: { accountId: 'asc' } },
    },
  });
  return alias && digest(alias);
}

export async function accountMark(tx: Tx, id: string): Promise<string | null> {
  const account = await tx.account.findUnique({
    where: { id },
    select: {
      login: true,
      state: true,
      admin: true,
      email: true,
      maxBytes: true,
      maxFiles: true,
      language: true,
      timezone: true,
      theme: true,
      autoPublish: true,
      deletingAt: true,
    },
  });
  return account && digest(account);
}

const digest = (values: object): string =>
  createHash('sha256')
    .update(JSON.stringify(values, (_key, value) => (typeof value === 'bigint' ? String(value) : value)))
    .digest('hex');
