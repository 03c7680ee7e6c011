import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

export type Notice = {
  id: string;
  shareId: string;
  accountId: string | null;
  recipientId: string | null;
  kind: string;
  since: number | null;
  createdAt: Date;
};

export const noticeColumns = Prisma.raw(
  '"id", "shareId", "accountId", "recipientId", "kind", "since", "createdAt"',
);

/** So many one mail tells of; those beyond get another one. */
const most = 50;

/**
 * What is told in one mail each: what one sender has brought to an alias, to one of its receivers. Those that are not due
 * yet come along, and are put off as the due ones were, so that no other node sends them.
 */
export async function bundled({ db }: Context, due: readonly Notice[]): Promise<Notice[][]> {
  const bundles: Notice[][] = [];
  const taken = new Set<string>();
  for (const notice of due) {
    if (taken.has(notice.id)) continue;
    taken.add(notice.id);
    if (notice.kind !== 'arrival') {
      bundles.push([notice]);
      continue;
    }
    const others = await db.$queryRaw<Notice[]>`
      UPDATE "Notice" SET "tries" = greatest("tries", 1), "dueAt" = greatest("dueAt", now() + interval '1 minute')
      WHERE "id" = ANY (ARRAY(
        SELECT o."id" FROM "Delivery" d JOIN "Share" s ON s."id" = d."shareId"
          JOIN "Share" os ON os."aliasId" = s."aliasId"
          JOIN "Delivery" od ON od."shareId" = os."id" AND od."senderKey" = d."senderKey"
          JOIN "Notice" o ON o."shareId" = os."id" AND o."kind" = 'arrival' AND o."accountId" = ${notice.accountId}
        WHERE d."shareId" = ${notice.shareId} AND o."id" <> ALL (${[...taken]})
        ORDER BY o."createdAt" LIMIT ${most} FOR UPDATE OF o SKIP LOCKED))
      RETURNING ${noticeColumns}`;
    for (const { id } of others) taken.add(id);
    bundles.push([notice, ...others]);
  }
  return bundles;
}
