import 'server-only';
import type { Receipt } from '@/lib/contract/alias/receipt';
import { AppError } from '@/lib/contract/errors';
import { defaultChangeHours } from '@/lib/domain/inbox/inbox-form';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { checkGuesser, recordMiss } from '@/lib/server/limits/unknown-id';
import { emptyShares } from '@/lib/server/services/file/empty';
import { receiptHash } from './insert';
import { answersIn } from './of-share';

/** So many a receipt lists; of the others it tells how many there are. */
const mostFiles = 1_000;

const hourMs = 3_600_000;

const include = {
  share: {
    select: {
      id: true,
      aliasId: true,
      createdAt: true,
      description: true,
      fileCount: true,
      sizeBytes: true,
      alias: { select: { name: true, form: { select: { changeHours: true } } } },
      publication: { select: { shareId: true } },
      owner: { select: { deletingAt: true } },
    },
  },
} as const satisfies Prisma.DeliveryInclude;
type Row = Prisma.DeliveryGetPayload<{ include: typeof include }>;

/** The state of a delivery, for holders of its receipt. Index: File_shareId_path_name_id. @throws receipt.notFound, limit.attempts */
export async function lookAtReceipt(ctx: Context, { token }: { token: string }): Promise<Receipt> {
  const row = await given(ctx, token);
  const { share, number, name, email, reference, isLate } = row;
  const files = await ctx.db.file.findMany({
    where: { OR: [{ shareId: share.id }, { addedBy: receiptHash(token) }], state: 'complete' },
    orderBy: [{ path: 'asc' }, { name: 'asc' }, { id: 'asc' }],
    take: mostFiles,
    select: { path: true, name: true, sizeBytes: true, sha256: true },
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
    sender: { name, email, reference, isLate, answers: answersIn(row.answers) },
    files: files.map((file) => ({ ...file, size: Number(file.sizeBytes) })),
    total: {
      files: share.fileCount + inAlbum._count,
      size: Number(share.sizeBytes + (inAlbum._sum.sizeBytes ?? 0n)),
    },
    changesUntil: isOpen ? until.getTime() : null,
    into: isOpen && share.aliasId ? { aliasId: share.aliasId, shareId: share.id } : null,
  };
}

/** Deletes what nobody has opened yet. @throws receipt.notFound, receipt.seen, limit.attempts */
export async function takeBack(ctx: Context, { token }: { token: string }): Promise<void> {
  const { shareId } = await given(ctx, token);
  await ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR UPDATE`;
    await tx.$queryRaw`SELECT 1 FROM "Delivery" WHERE "shareId" = ${shareId} FOR UPDATE`;
    const row = await find(tx, token);
    if (!row) throw new AppError('receipt.notFound');
    if (ctx.now >= changesUntil(row) || (await isSeen(tx, row))) throw new AppError('receipt.seen');
    await emptyShares(tx, [shareId]);
    await tx.share.delete({ where: { id: shareId } });
    const object = { type: 'share', id: shareId } as const;
    await audit(ctx, { event: 'share.remove', object, shareId, details: { bySender: true } }, tx);
  }, longTransaction);
}

/** @throws receipt.notFound, limit.attempts */
async function given(ctx: Context, token: string): Promise<Row> {
  checkGuesser(ctx);
  const row = await find(ctx.db, token);
  if (row) return row;
  await recordMiss(ctx);
  throw new AppError('receipt.notFound');
}

/** With an owner who is being deleted it is gone already. */
async function find(db: Prisma.TransactionClient, token: string): Promise<Row | null> {
  const row = await db.delivery.findUnique({ where: { receiptHash: receiptHash(token) }, include });
  return row && row.share.owner.deletingAt === null ? row : null;
}

const changesUntil = ({ share: { createdAt, alias } }: Row): Date =>
  new Date(createdAt.getTime() + (alias?.form?.changeHours ?? defaultChangeHours) * hourMs);

/** Opened, published or fetched by somebody who manages it. Index: Download_shareId_address_startedAt. */
async function isSeen(db: Prisma.TransactionClient, { seenAt, share }: Row): Promise<boolean> {
  if (seenAt !== null || share.publication) return true;
  return (await db.download.count({ where: { shareId: share.id, accountId: { not: null } }, take: 1 })) > 0;
}
