import 'server-only';
import type { z } from 'zod';
import type { quarantine } from '@/lib/contract/admin/quarantine';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { lockShareRow } from '@/lib/server/db/file-rows';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { proofAsked, proveOwner } from '@/lib/server/services/factor/prove-owner';
import { removeFileRow } from '@/lib/server/services/file/remove';

type QuarantineQuery = z.output<typeof quarantine.list.query>;

/** Index: File_scan_idx. */
export async function listQuarantine(ctx: UserContext, { page, pageSize }: QuarantineQuery) {
  const where = { scan: 'infected' } as const;
  const owner = { select: { id: true, login: true } };
  const [rows, total, asks] = await Promise.all([
    ctx.db.file.findMany({
      where,
      include: { share: { select: { owner, alias: { select: { name: true } } } } },
      orderBy: [{ scannedAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
    ctx.db.file.count({ where }),
    proofAsked(ctx),
  ]);
  const items = rows.map(({ id, name, sizeBytes, scanNote, scannedAt, createdAt, share }) => ({
    id,
    name,
    size: Number(sizeBytes),
    found: scanNote ?? '',
    at: (scannedAt ?? createdAt).getTime(),
    owner: share.owner,
    alias: share.alias?.name ?? null,
  }));
  return { items, total, asks };
}

type ReleaseRequest = z.output<typeof quarantine.release.body> & { fileId: string };

/** It counts as clean from now on, and is scanned no more. @throws file.notFound, and as `proveOwner` */
export async function releaseFile(
  ctx: UserContext,
  { fileId, reason, ...proof }: ReleaseRequest,
): Promise<void> {
  await proveOwner(ctx, proof, 'file.release');
  await ctx.db.$transaction(async (tx) => {
    const where = { id: fileId, scan: 'infected' } as const;
    const file = await tx.file.findFirst({ where });
    const released = await tx.file.updateMany({ where, data: { scan: 'clean', scanNote: null } });
    if (!file || released.count === 0) throw new AppError('file.notFound');
    const object = { type: 'file', id: fileId } as const;
    const details = { reason, found: file.scanNote ?? '' };
    await record(ctx, { event: 'file.release', object, shareId: file.shareId, details }, tx);
  });
}

/** @throws file.notFound */
export async function removeQuarantined(ctx: UserContext, { fileId }: { fileId: string }): Promise<void> {
  const where = { id: fileId, scan: 'infected' } as const;
  const found = await ctx.db.file.findFirst({ where });
  if (!found) throw new AppError('file.notFound');
  const { shareId, scanNote } = found;
  await ctx.db.$transaction(async (tx) => {
    await lockShareRow(tx, shareId);
    // Its owner may have deleted it meanwhile, or another admin released it.
    const isThere = (await tx.file.count({ where })) > 0;
    if (!isThere || !(await removeFileRow(tx, { fileId, shareId }))) throw new AppError('file.notFound');
    const object = { type: 'file', id: fileId } as const;
    await record(ctx, { event: 'file.remove', object, shareId, details: { found: scanNote ?? '' } }, tx);
  }, longTransaction);
}
