import 'server-only';
import type { Receipt } from '@/lib/contract/alias/receipt';
import { AppError } from '@/lib/contract/errors';
import { defaultChangeHours } from '@/lib/domain/inbox/inbox-form';
import type { Context } from '@/lib/server/context';
import { whereArrived } from '@/lib/server/db/file-rows';
import type { File, Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { endPayload } from '@/lib/server/journal/link-end';
import { record } from '@/lib/server/journal/record';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';
import { emptyShares } from '@/lib/server/services/file/remove';
import { receiptHash } from './insert';
import { answersIn } from './search';

/** Further files are only counted. */
const maxFiles = 1_000;

const hourMs = 3_600_000;

const include = {
  share: {
    select: {
      id: true,
      aliasId: true,
      createdAt: true,
      description: true,
      e2ee: true,
      fileCount: true,
      sizeBytes: true,
      blockedAt: true,
      alias: { select: { name: true, form: { select: { changeHours: true } } } },
      publication: { select: { shareId: true } },
      owner: { select: { deletingAt: true } },
    },
  },
} as const satisfies Prisma.DeliveryInclude;
type ReceiptRow = Prisma.DeliveryGetPayload<{ include: typeof include }>;

/** Index: File_shareId_path_name_id. @throws receipt.notFound, limit.attempts */
export async function getReceipt(ctx: Context, { token }: { token: string }): Promise<Receipt> {
  const row = await requireReceipt(ctx, token);
  const { share, number, name, email, reference, isLate } = row;
  const files = await ctx.db.file.findMany({
    where: { OR: [{ shareId: share.id }, { addedBy: receiptHash(token) }], ...whereArrived },
    orderBy: [{ path: 'asc' }, { name: 'asc' }, { id: 'asc' }],
    take: maxFiles,
    select: { path: true, name: true, sizeBytes: true, sha256: true, scan: true },
  });
  const inAlbum = await ctx.db.file.aggregate({
    where: { addedBy: receiptHash(token), shareId: { not: share.id } },
    _count: true,
    _sum: { sizeBytes: true },
  });
  const until = changesUntil(row);
  const isOpen = ctx.now < until && !(await isSeen(ctx.db, row));
  return {
    number,
    at: share.createdAt.getTime(),
    aliasName: share.alias?.name ?? '',
    note: share.description,
    sealed: share.e2ee !== null,
    sender: { name, email, reference, isLate, answers: answersIn(row.answers) },
    files: files.map(toReceiptFile),
    total: {
      files: share.fileCount + inAlbum._count,
      size: Number(share.sizeBytes + (inAlbum._sum.sizeBytes ?? 0n)),
    },
    changesUntil: isOpen ? until.getTime() : null,
    isOver: !isOpen && until > share.createdAt,
    into: isOpen && share.aliasId ? { aliasId: share.aliasId, shareId: share.id } : null,
  };
}

type ReceivedRow = Pick<File, 'path' | 'name' | 'sizeBytes' | 'sha256' | 'scan'>;

/** The sender of what is quarantined learns that nobody gets it, and no more. */
function toReceiptFile({ path, name, sizeBytes, sha256, scan }: ReceivedRow): Receipt['files'][number] {
  const file = { path, name, size: Number(sizeBytes), sha256 };
  if (scan === 'infected') return { ...file, sha256: null, scan: 'held' };
  return scan === 'pending' ? { ...file, scan: 'checking' } : file;
}

/** Deletes a delivery that is still unopened. @throws receipt.notFound, receipt.seen, limit.attempts */
export async function withdrawDelivery(ctx: Context, { token }: { token: string }): Promise<void> {
  const { shareId } = await requireReceipt(ctx, token);
  await ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR UPDATE`;
    await tx.$queryRaw`SELECT 1 FROM "Delivery" WHERE "shareId" = ${shareId} FOR UPDATE`;
    const row = await queryReceipt(tx, token);
    if (!row) throw new AppError('receipt.notFound');
    if (ctx.now >= changesUntil(row) || (await isSeen(tx, row))) throw new AppError('receipt.seen');
    const { publication, blockedAt } = await tx.share.findUniqueOrThrow({
      where: { id: shareId },
      include: { publication: true },
    });
    await emptyShares(tx, [shareId]);
    const removed = { object: { type: 'share', id: shareId }, shareId, details: { bySender: true } } as const;
    const payload = blockedAt === null ? endPayload(ctx, publication, 'deleted') : null;
    await record(ctx, { event: 'share.remove', ...removed, payload }, tx);
    await tx.share.delete({ where: { id: shareId } });
  }, longTransaction);
}

/** @throws receipt.notFound, limit.attempts */
async function requireReceipt(ctx: Context, token: string): Promise<ReceiptRow> {
  checkGuesser(ctx);
  const row = await queryReceipt(ctx.db, token);
  if (row) return row;
  await recordMiss(ctx);
  throw new AppError('receipt.notFound');
}

async function queryReceipt(db: Prisma.TransactionClient, token: string): Promise<ReceiptRow | null> {
  const row = await db.delivery.findUnique({ where: { receiptHash: receiptHash(token) }, include });
  return row && row.share.owner.deletingAt === null && row.share.blockedAt === null ? row : null;
}

const changesUntil = ({ share: { createdAt, alias } }: ReceiptRow): Date =>
  new Date(createdAt.getTime() + (alias?.form?.changeHours ?? defaultChangeHours) * hourMs);

/** Returns true when a manager has opened, published or downloaded it. Index: Download_shareId_address_startedAt. */
async function isSeen(db: Prisma.TransactionClient, { seenAt, share }: ReceiptRow): Promise<boolean> {
  if (seenAt !== null || share.publication) return true;
  return (await db.download.count({ where: { shareId: share.id, accountId: { not: null } }, take: 1 })) > 0;
}
