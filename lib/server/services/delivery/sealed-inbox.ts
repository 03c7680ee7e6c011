import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Prisma } from '@/lib/server/db/generated/client';

type OfferedDelivery = {
  aliasId: string;
  e2ee?: string | null | undefined;
  sealedKey?: string | null | undefined;
};

/**
 * A sealed inbox takes sealed deliveries alone, and one that never was none. Where sealing has ended, a sender whose page
 * is still open may seal: the owner keeps the key.
 * @throws alias.sealedOnly, request.invalid naming `e2ee`
 */
export async function checkInboxSeal(
  db: Prisma.TransactionClient,
  { aliasId, e2ee, sealedKey }: OfferedDelivery,
): Promise<void> {
  const seal = await db.inboxSeal.findUnique({ where: { aliasId }, select: { enabled: true } });
  if (seal?.enabled && !(e2ee && sealedKey)) throw new AppError('alias.sealedOnly');
  const isSealed = Boolean(e2ee && sealedKey);
  if ((!seal || !isSealed) && (e2ee || sealedKey))
    throw new AppError('request.invalid', { field: 'e2ee', reason: 'unsupported' });
}
