import 'server-only';
import type { Context } from '@/lib/server/context';
import { isChecked } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';

export type Notice = {
  id: string;
  /** Null for mails about an account. */
  shareId: string | null;
  accountId: string | null;
  address: string | null;
  recipientId: string | null;
  kind: string;
  since: number | null;
  facts: unknown;
  createdAt: Date;
};

export type ShareNotice = Notice & { shareId: string };

export const noticeColumns = Prisma.raw(
  '"id", "shareId", "accountId", "address", "recipientId", "kind", "since", "facts", "createdAt"',
);

/** Arrivals and receipts are mailed when no file waits for its scan any more. @param n the notice's table */
export const isReady = (n: Prisma.Sql): Prisma.Sql => Prisma.sql`(${n}."kind" NOT IN ('arrival', 'receipt')
  OR ${isChecked(Prisma.sql`${n}."shareId"`)})`;

/** Further notices go into another mail. */
const maxBundleSize = 50;

/**
 * Groups notices by mail: arrivals from one sender to one alias and receiver are sent together. Takes notices
 * that aren't due yet along and postpones them, so no other node sends them.
 */
export async function bundleNotices({ db }: Context, due: readonly Notice[]): Promise<Notice[][]> {
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
        WHERE d."shareId" = ${notice.shareId} AND o."id" <> ALL (${[...taken]}) AND ${isReady(Prisma.raw('o'))}
        ORDER BY o."createdAt" LIMIT ${maxBundleSize} FOR UPDATE OF o SKIP LOCKED))
      RETURNING ${noticeColumns}`;
    for (const { id } of others) taken.add(id);
    bundles.push([notice, ...others]);
  }
  return bundles;
}
