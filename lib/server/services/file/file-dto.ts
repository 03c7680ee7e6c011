import 'server-only';
import type { ShareFile } from '@/lib/contract/share/file';
import type { Prisma } from '@/lib/server/db/generated/client';

type FileWithUpload = Prisma.FileGetPayload<Record<never, never>> & {
  upload: { offsetBytes: bigint } | null;
};

export function toShareFile(file: FileWithUpload): ShareFile {
  return {
    id: file.id,
    filename: file.name,
    path: file.path,
    size: Number(file.sizeBytes),
    storedSize: Number(file.upload?.offsetBytes ?? file.storedBytes),
    complete: file.state === 'complete',
    mimetype: file.mimeType,
    checksum: file.sha256 ?? '',
    crc32: file.crc32,
    created: file.createdAt.getTime(),
    lastModified: file.modifiedAt?.getTime() ?? null,
  };
}

/**
 * Lists a share's files in a fixed order; the browser sorts them by name (`lib/domain/file/file-tree.ts`). Visitors see
 * only complete ones.
 */
export async function listFiles(
  db: Prisma.TransactionClient,
  { shareId, onlyArrived }: { shareId: string; onlyArrived: boolean },
): Promise<ShareFile[]> {
  const rows = await db.file.findMany({
    where: { shareId, ...(onlyArrived && { state: 'complete' }) },
    include: { upload: { select: { offsetBytes: true } } },
    orderBy: [{ path: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toShareFile);
}
