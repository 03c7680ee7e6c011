import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';

type Files = {
  /** Only files that have arrived. */
  onlyArrived?: boolean;
};

/** The name of the first file of each share, if it has one; without a title it is called so. Index: File_shareId_path_name_id. */
export async function firstFilesOf(
  db: Prisma.TransactionClient,
  shareIds: string[],
  { onlyArrived = false }: Files = {},
): Promise<Map<string, string>> {
  if (shareIds.length === 0) return new Map();
  const hasArrived = onlyArrived ? Prisma.sql`"state" = 'complete'` : Prisma.sql`true`;
  const rows = await db.$queryRaw<{ id: string; name: string }[]>`
    SELECT s."id", f."name" FROM unnest(${shareIds}::text[]) AS s ("id") CROSS JOIN LATERAL (
      SELECT "name" FROM "File" WHERE "shareId" = s."id" AND ${hasArrived} ORDER BY "path", "name", "id" LIMIT 1) f`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function firstFileOf(
  db: Prisma.TransactionClient,
  shareId: string,
  files?: Files,
): Promise<string | null> {
  const names = await firstFilesOf(db, [shareId], files);
  return names.get(shareId) ?? null;
}
