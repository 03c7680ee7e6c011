import 'server-only';
import type { Prisma } from '@/lib/server/db/generated/client';
import { refundAlias } from '@/lib/server/limits/alias';

/** Refunds the alias' limits for unfinished files that are about to be deleted. */
export async function refundUnarrived(tx: Prisma.TransactionClient, fileIds: string[]): Promise<void> {
  const files = await tx.file.findMany({
    where: { id: { in: fileIds }, state: { not: 'complete' }, share: { aliasId: { not: null } } },
    select: {
      sizeBytes: true,
      createdAt: true,
      share: { select: { aliasId: true } },
      upload: { select: { offsetBytes: true } },
    },
  });
  for (const { sizeBytes, createdAt, share, upload } of files) {
    const arrivedBytes = Number(upload?.offsetBytes ?? 0);
    await refundAlias(tx, { ...share, sizeBytes: Number(sizeBytes), arrivedBytes, createdAt });
  }
}
