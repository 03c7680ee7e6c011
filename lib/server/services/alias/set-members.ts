import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Viewer } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

/**
 * Replaces an alias' members. The caller has checked `owner`, who is never a member.
 * @returns null when nothing changed
 * @throws request.invalid naming `members` for an unknown account
 */
export async function setMembers(
  tx: Prisma.TransactionClient,
  owner: Viewer,
  { aliasId, members }: { aliasId: string; members: string[] },
): Promise<{ added: number; removed: number } | null> {
  const wanted = [...new Set(members)].filter((id) => id !== owner.id);
  const before = await tx.aliasMember.findMany({ where: { aliasId }, select: { accountId: true } });
  await tx.aliasMember.deleteMany({ where: { aliasId, accountId: { notIn: wanted } } });
  const written = await tx.$executeRaw`
    INSERT INTO "AliasMember" ("aliasId", "accountId")
    SELECT ${aliasId}, "id" FROM "Account" WHERE "id" = ANY (${wanted}) AND "deletingAt" IS NULL
    FOR KEY SHARE
    ON CONFLICT ("aliasId", "accountId") DO UPDATE SET "accountId" = excluded."accountId"`;
  if (written < wanted.length) {
    throw new AppError('request.invalid', { field: 'members', reason: 'unknownAccount' });
  }
  const known = new Set(before.map(({ accountId }) => accountId));
  const added = wanted.filter((id) => !known.has(id)).length;
  const removed = known.size - (wanted.length - added);
  return added + removed > 0 ? { added, removed } : null;
}
