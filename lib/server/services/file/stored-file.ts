import 'server-only';
import type { Prisma } from '@/lib/server/db/generated/client';

const select = {
  id: true,
  name: true,
  mimeType: true,
  sizeBytes: true,
  sha256: true,
  createdAt: true,
  completedAt: true,
} as const satisfies Prisma.FileSelect;

/** A complete file, as much of it as an answer with its bytes tells. */
export type StoredFile = {
  id: string;
  name: string;
  mimeType: string;
  sizeBytes: number;
  sha256: string | null;
  storedAt: Date;
};

/** The file of exactly this share; null when there is none or when it hasn't arrived completely. */
export async function findStored(
  db: Prisma.TransactionClient,
  { fileId, share }: { fileId: string; share: Prisma.ShareWhereInput },
): Promise<StoredFile | null> {
  const file = await db.file.findFirst({ where: { id: fileId, state: 'complete', share }, select });
  if (!file) return null;
  const { createdAt, completedAt, sizeBytes, ...rest } = file;
  return { ...rest, sizeBytes: Number(sizeBytes), storedAt: completedAt ?? createdAt };
}
