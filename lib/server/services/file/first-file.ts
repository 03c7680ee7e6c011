import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';

export async function firstFileNames(
  db: Prisma.TransactionClient,
  shareIds: string[],
  { onlyArrived = false }: { onlyArrived?: boolean } = {},
): Promise<Map<string, string>> {
  if (shareIds.length === 0) return new Map();
  const hasArrived = onlyArrived ? Prisma.sql`"state" = 'complete'` : Prisma.sql`true`;
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    SELECT s."id", f."name" FROM unnest(${shareIds}::text[]) AS s ("id") CROSS JOIN LATERAL (
      SELECT "name" FROM "File" WHERE "shareId" = s."id" AND ${hasArrived} ORDER BY "path", "name", "id" LIMIT 1) f`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function firstFileName(
  db: Prisma.TransactionClient,
  shareId: string,
  options?: { onlyArrived?: boolean },
): Promise<string | null> {
  const names = await firstFileNames(db, [shareId], options);
  return names.get(shareId) ?? null;
}
