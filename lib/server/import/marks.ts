import 'server-only';
import { createHash } from 'node:crypto';
import type { Prisma } from '@/lib/server/db/generated/client';

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
