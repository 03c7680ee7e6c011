import 'server-only';
import { createHash } from 'node:crypto';
import type { Prisma } from '@/lib/server/db/generated/client';

type Tx = Prisma.TransactionClient;

/** In place of a digest: of an account that was here before, and stays whatever happens to it. */
export const merged = 'merged';

/*
 * Digests of what people can change: equal ones mean that nobody has. Views, visits and sign-ins change nothing, and no
 * hash of a password counts, because ours take the place of those that came.
 */

/** Null when there is no such share. */
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

/** Null when there is no such inbox. */
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

/** Null when there is no such account. */
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
