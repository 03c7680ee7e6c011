import 'server-only';
import type { PrismaClient } from '@/lib/server/db/generated/client';

type Upload = { fileId: string; shareId: string; isWhole: boolean };

const batch = 5_000;

/**
 * All uploads, or those whose time is over, in batches. Two statements instead of a join: where the planner takes the
 * tables for empty, it would read one from end to end for each row of the other.
 */
export async function* uploadsInBatches(
  db: PrismaClient,
  { until }: { until: Date | null } = { until: null },
): AsyncGenerator<Upload[]> {
  for (let last = ''; ; ) {
    const uploads = await db.upload.findMany({
      where: { fileId: { gt: last }, ...(until && { expiresAt: { lte: until } }) },
      select: { fileId: true, offsetBytes: true },
      orderBy: { fileId: 'asc' },
      take: batch,
    });
    const offsets = new Map(uploads.map(({ fileId, offsetBytes }) => [fileId, offsetBytes]));
    const files = await db.file.findMany({
      where: { id: { in: [...offsets.keys()] } },
      select: { id: true, shareId: true, sizeBytes: true },
    });
    yield files.map(({ id, shareId, sizeBytes }) => {
      return { fileId: id, shareId, isWhole: offsets.get(id) === sizeBytes };
    });
    if (uploads.length < batch) return;
    last = uploads.at(-1)?.fileId ?? last;
  }
}
