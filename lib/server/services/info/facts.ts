import 'server-only';
import type { Context } from '@/lib/server/context';

type FactsRow = {
  shares: bigint;
  sizeBytes: bigint;
  uploads: bigint;
  leased: bigint;
  oldestSeconds: number;
  running: bigint;
  due: bigint;
  failing: bigint;
  removals: bigint;
  damaged: number;
};

export async function readFacts({ db }: Pick<Context, 'db'>) {
  const [row] = await db.$queryRaw<FactsRow[]>`
    SELECT t.*, u.*, j.*, (SELECT count(*) FROM "Removal") AS "removals",
      coalesce((SELECT jsonb_array_length("value" -> 'found') FROM "Setting" WHERE "key" = 'readBack'), 0) AS "damaged"
    FROM (SELECT coalesce(sum("shares"), 0)::bigint AS "shares",
        coalesce(sum("sizeBytes"), 0)::bigint AS "sizeBytes" FROM "Tally") t,
      (SELECT count(*) AS "uploads", count(*) FILTER (WHERE "leaseUntil" > now()) AS "leased",
        coalesce(extract(epoch FROM now() - min("updatedAt")), 0)::float8 AS "oldestSeconds" FROM "Upload") u,
      (SELECT count(*) FILTER (WHERE "leaseUntil" > now()) AS "running",
        count(*) FILTER (WHERE "leaseHolder" IS NULL AND "dueAt" <= now()) AS "due",
        count(*) FILTER (WHERE "failures" > 0) AS "failing" FROM "Job") j`;
  if (!row) throw new Error('No row of facts.');
  const { running, due, failing, oldestSeconds, ...counts } = row;
  return {
    shares: Number(counts.shares),
    sizeBytes: Number(counts.sizeBytes),
    uploads: Number(counts.uploads),
    leased: Number(counts.leased),
    removals: Number(counts.removals),
    damaged: counts.damaged,
    oldestSeconds: Math.max(0, Math.round(oldestSeconds)),
    jobs: { running: Number(running), due: Number(due), failing: Number(failing) },
  };
}
