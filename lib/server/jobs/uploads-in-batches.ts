import 'server-only';
import type { PrismaClient } from '@/lib/server/db/generated/client';

type ListedUpload = { fileId: string; shareId: string; isWhole: boolean };

const batch = 5_000;

/**
 * All uploads, or expired ones. Two statements, because the planner may choose a nested full scan for a join
 * when it thinks the tables are empty.
 */
export async function* uploadsInBatches(
  db: PrismaClient,
  { until }: { until: Date | null } = { until: null },
): AsyncGenerator<ListedUpload[]> {
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
