import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { InboxSeal } from '@/lib/contract/share/sealed';
import { headerBytes, parseHeader, plainSize } from '@/lib/domain/sealed/layout';
import type { AliasContext, Context, UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { checkAlias } from '@/lib/server/limits/alias';
import { countTries } from '@/lib/server/limits/attempt';
import { lockManaged, readableBy } from '@/lib/server/services/access/share';
import { inboxSealOf } from '@/lib/server/services/alias/inbox-seal';
import { authorizeLink, type Proof } from '@/lib/server/services/open/gate';
import { checkQuota } from '@/lib/server/services/quota/check-quota';
import { lockShareAndQuota, runInQuotaTurn } from '@/lib/server/services/quota/quota-sql';
import { checkUploadable, uploadableThrough } from '@/lib/server/services/upload/access';

const toBase64 = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString('base64');

/** @throws share.notFound, share.notSealed */
export async function getManifest({ db, viewer }: UserContext, { shareId }: { shareId: string }) {
  const share = await db.share.findFirst({
    where: { AND: [{ id: shareId }, readableBy(viewer)] },
    select: { manifest: true, alias: { select: { seal: true } } },
  });
  if (!share) throw new AppError('share.notFound');
  const { manifest, alias } = share;
  if (!manifest) throw new AppError('share.notSealed');
  const { revision, bytes, sealedKey, seal: keptSeal } = manifest;
  const seal = alias?.seal ? inboxSealOf(alias.seal) : InboxSeal.nullable().parse(keptSeal);
  return { revision, manifest: toBase64(bytes), sealedKey: toBase64(sealedKey), seal: sealedKey && seal };
}

/** Spends no view. @throws errors of `authorizeLink`, share.notSealed */
export async function openManifest(
  ctx: Context,
  { linkId }: { linkId: string },
  proof: Proof,
): Promise<{ manifest: string | null }> {
  const { publication } = await authorizeLink(ctx, linkId, proof);
  const { shareId } = publication;
  const row = await ctx.db.sealedManifest.findUnique({ where: { shareId }, select: { bytes: true } });
  if (!row) throw new AppError('share.notSealed');
  return { manifest: toBase64(row.bytes) };
}

type ManifestChange = {
  shareId: string;
  manifest: string;
  /** The one that was read. */
  revision: number;
};

/** @throws share.notFound, share.blocked, storage.full, limit.attempts, and as `replaceManifest` */
export async function saveManifest(ctx: UserContext, change: ManifestChange): Promise<{ revision: number }> {
  const bytes = sealedBytes(change.manifest);
  await countTries(ctx, [{ limit: 'manifest', of: [ctx.viewer.id] }]);
  await ctx.storage.checkFreeSpace?.(bytes.length);
  return inQuotaTransaction(ctx, change.shareId, async (tx) => {
    await lockManaged(tx, ctx.viewer, change.shareId);
    return replaceManifest(ctx, tx, { ...change, bytes });
  });
}

/** @throws share.notFound, share.blocked, limit.alias, storage.full, and as `replaceManifest` */
export async function saveManifestThroughAlias(
  ctx: AliasContext,
  change: ManifestChange,
): Promise<{ revision: number }> {
  const bytes = sealedBytes(change.manifest);
  const destination = { shareId: change.shareId, allowed: uploadableThrough(ctx) };
  await checkUploadable(ctx.db, destination); // before counting, as in `createUpload`
  await checkAlias(ctx, change.shareId, { bytes: bytes.length, files: 0 });
  await ctx.storage.checkFreeSpace?.(bytes.length);
  return inQuotaTransaction(ctx, change.shareId, async (tx) => {
    await checkUploadable(tx, destination);
    return replaceManifest(ctx, tx, { ...change, bytes });
  });
}

/** Locks the share's row and its owner's quota first. */
const inQuotaTransaction = <T>(
  ctx: Context,
  shareId: string,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> =>
  runInQuotaTurn(shareId, () =>
    ctx.db.$transaction(async (tx) => {
      await tx.$executeRaw(lockShareAndQuota(ctx.config, shareId));
      return work(tx);
    }),
  );

/** @throws request.invalid for what no browser sealed */
function sealedBytes(manifest: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.from(manifest, 'base64'));
  if (parseHeader(bytes.subarray(0, headerBytes)) && plainSize(bytes.length) !== null) return bytes;
  throw new AppError('request.invalid', { field: 'manifest', reason: 'wrongType' });
}

type NewManifest = { shareId: string; revision: number; bytes: Uint8Array<ArrayBuffer> };

/** @throws share.notSealed, request.changed when another was saved meanwhile, and as `checkQuota` */
async function replaceManifest(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { shareId, revision: read, bytes }: NewManifest,
): Promise<{ revision: number }> {
  const stored = await tx.sealedManifest.findUnique({ where: { shareId }, select: { revision: true } });
  if (!stored) throw new AppError('share.notSealed');
  if (stored.revision !== read) {
    // Senders can't read it otherwise, and what they have named in another tab must stay.
    const { bytes: now } = await tx.sealedManifest.findUniqueOrThrow({ where: { shareId } });
    const answer = { now: { revision: stored.revision, manifest: toBase64(now) } };
    throw new AppError('request.changed', { field: 'manifest' }, { answer });
  }
  const share = await tx.share.findUniqueOrThrow({ where: { id: shareId }, select: { manifestBytes: true } });
  const moreBytes = bytes.length - share.manifestBytes;
  if (moreBytes > 0) await checkQuota(ctx, tx, { shareId, need: { bytes: moreBytes, files: 0 } });
  await tx.share.update({ where: { id: shareId }, data: { manifestBytes: bytes.length } });
  const revision = read + 1;
  await tx.sealedManifest.update({ where: { shareId }, data: { bytes, revision } });
  const object = { type: 'share', id: shareId } as const;
  await record(ctx, { event: 'share.modify', object, shareId, details: { field: 'manifest' } }, tx);
  return { revision };
}
