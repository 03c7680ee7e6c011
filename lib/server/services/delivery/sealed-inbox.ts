import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Prisma } from '@/lib/server/db/generated/client';

type OfferedDelivery = {
  aliasId: string;
  e2ee?: string | null | undefined;
  sealedKey?: string | null | undefined;
};

/**
 * A sealed inbox takes sealed deliveries alone, and any other none.
 * @throws alias.sealedOnly, request.invalid naming `e2ee`
 */
export async function checkInboxSeal(
  db: Prisma.TransactionClient,
  { aliasId, e2ee, sealedKey }: OfferedDelivery,
): Promise<void> {
  const isSealedInbox = (await db.inboxSeal.count({ where: { aliasId, enabled: true } })) > 0;
  if (isSealedInbox && !(e2ee && sealedKey)) throw new AppError('alias.sealedOnly');
  if (!isSealedInbox && (e2ee || sealedKey))
    throw new AppError('request.invalid', { field: 'e2ee', reason: 'unsupported' });
}
