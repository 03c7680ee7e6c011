import 'server-only';
import { executeDirect } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { isNodeAbsent } from '@/lib/server/db/notifications';
import { leaseEnd, leaseMs, unseenLeaseMs } from './lease';

/**
 * Prolongs leases of a node. Skips locked rows: deleting a share locks many, and waiting could deadlock.
 * @returns the leases still owned, with true if prolonged
 */
export async function renewLeases(
  db: PrismaClient,
  node: string,
  leases: { fileId: string; fence: bigint }[],
): Promise<Map<string, boolean>> {
  const ids = leases.map(({ fileId }) => fileId);
  const fences = leases.map(({ fence }) => fence);
  const rows = await db.$queryRaw<{ fileId: string; isProlonged: boolean }[]>`
    WITH ours AS (
      SELECT u."fileId" FROM "Upload" u JOIN unnest(${ids}::text[], ${fences}::bigint[]) AS held ("fileId", "fence")
      ON u."fileId" = held."fileId" AND u."fence" = held."fence" WHERE u."leaseHolder" = ${node}),
    quiet AS (
      SELECT u."fileId" FROM "Upload" u WHERE u."fileId" IN (SELECT "fileId" FROM ours)
        AND u."leaseHolder" = ${node} FOR UPDATE SKIP LOCKED),
    prolonged AS (
      UPDATE "Upload" u SET "leaseUntil" = ${leaseEnd} FROM quiet
      WHERE u."fileId" = quiet."fileId" RETURNING u."fileId")
    SELECT ours."fileId", p."fileId" IS NOT NULL AS "isProlonged"
    FROM ours LEFT JOIN prolonged p ON p."fileId" = ours."fileId"`;
  return new Map(rows.map(({ fileId, isProlonged }) => [fileId, isProlonged]));
}

/** Expires the lease of a dead node; see db/notifications.ts for the detection. */
export async function expireDeadLease(db: PrismaClient, fileId: string): Promise<void> {
  const spared = leaseMs - unseenLeaseMs;
  await executeDirect(
    db,
    Prisma.sql`
    UPDATE "Upload" SET "leaseUntil" = now() WHERE "fileId" = ${fileId} AND "leaseUntil" > now()
      AND "leaseUntil" <= now() + ${spared} * interval '1 millisecond' AND ${isNodeAbsent(Prisma.sql`"leaseHolder"`)}`,
  );
}
