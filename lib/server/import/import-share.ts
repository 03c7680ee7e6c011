import 'server-only';
import { isIdent } from '@/lib/domain/ident';
import { hashPassword } from '@/lib/server/auth/password';
import type { Prisma } from '@/lib/server/db/generated/client';
import { newFileId } from '@/lib/server/file-id';
import { checkFile, copyFile, type Sums, Unfit } from './copy-file';
import { broughtBefore, type Importing, note } from './importing';
import { shareMark } from './marks';
import { nameOf } from './names';
import type { Reason, SourceFile, SourceShare } from './source';

/** First segments of our own addresses: a share may be called so there, where its link had nothing before it. */
const ownSegments = new Set(['app', 'api', 'pdf', '_next', 'healthz', 'readyz', 'metrics', 'favicon.ico']);

type Kept = { id: string; file: SourceFile; sums: Sums | null };

/** Bytes first, then one transaction: a share with its whole files is there, or nothing of it. */
export async function importShare(importing: Importing, share: SourceShare): Promise<void> {
  const { ctx, report, isDryRun } = importing;
  const { oldId, files } = share;
  if (await broughtBefore(importing, 'share', oldId)) {
    report.known.shares++;
    report.known.files += files.length;
    return;
  }
  const left = await whyLeft(importing, share);
  if (left) return report.add({ kind: 'share', oldId, name: share.name ?? null, ...left });
  const kept: Kept[] = [];
  for (const file of files) {
    const one = await bring(importing, file);
    if (one) kept.push(one);
  }
  if (files.length > 0 && kept.length === 0)
    return report.add({
      kind: 'share',
      oldId,
      reason: 'bytesMissing',
      text: 'none of its files could be imported',
    });
  const linkId = share.publication && (await linkFor(importing, share.publication.linkId, oldId));
  report.brought.shares++;
  report.brought.files += kept.length;
  report.brought.bytes += kept.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  if (isDryRun) return;
  const row = await shareRow(importing, share);
  await ctx.db.$transaction((tx) => keep(importing, tx, { share, row, linkId, kept }));
}

/** What would be deleted here at once, or belongs to somebody who was deleted here since an earlier run. */
async function whyLeft(
  { ctx, accounts, bringsAll }: Importing,
  { ownerId, publication }: SourceShare,
): Promise<{ reason: Reason; text: string } | null> {
  const end = publication?.publishUntil;
  if (end && !bringsAll && end.getTime() + ctx.config.CLEANUP_GRACE < ctx.now.getTime())
    return { reason: 'expired', text: `it expired on ${end.toISOString()}. --all brings it all the same` };
  const owner = accounts.get(ownerId ?? '');
  if (owner === null) return { reason: 'ownerRemoved', text: 'its account was deleted here' };
  return null;
}

/** Null for what can't come; the report says why. */
async function bring({ ctx, report, isDryRun, isPlan }: Importing, file: SourceFile): Promise<Kept | null> {
  try {
    if (isDryRun) {
      if (!isPlan && (file.md5 || file.sha256)) await checkFile(file);
      return { id: '', file, sums: null };
    }
    const wish = file.oldId.split('++').at(-1) ?? '';
    const isFree =
      /^[A-Za-z0-9_-]{8,80}$/.test(wish) && (await ctx.db.file.count({ where: { id: wish } })) === 0;
    const id = isFree ? wish : newFileId();
    return { id, file, sums: await copyFile(ctx, id, file) };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    report.add({
      kind: 'file',
      oldId: file.oldId,
      name: file.name,
      reason: error.reason,
      text: error.message,
    });
    return null;
  }
}

async function linkFor({ ctx, report }: Importing, wish: string, oldId: string): Promise<string> {
  const isOwn = ownSegments.has(wish);
  const key = wish.toLowerCase();
  if (isIdent(wish) && !isOwn && (await ctx.db.usedLinkId.count({ where: { key } })) === 0) return wish;
  const linkId = ctx.newId();
  const why = isOwn ? 'its address is one of Slipway’s' : 'its ID is taken here';
  report.add({ kind: 'share', oldId, text: `${why}. It is now at /app/open/${linkId}` });
  return linkId;
}

async function shareRow({ ctx, accounts, aliases, fallbackOwnerId }: Importing, share: SourceShare) {
  const { oldId, password, aliasId, createdAt, name = null, description, validityMs, maxViews } = share;
  const ownerId = accounts.get(share.ownerId ?? '') ?? fallbackOwnerId;
  if (ownerId === null) throw new Error('a share without an owner');
  const hash = password && ('hash' in password ? password.hash : await hashPassword(password.text));
  const alias = aliasId === null ? null : (aliases.get(aliasId) ?? null);
  const columns = {
    ownerId,
    name,
    description,
    validityMs,
    maxViews,
    createdAt,
    passwordHash: hash,
    aliasId: alias,
  };
  // Nobody is told by mail of what came years ago.
  const isFree =
    share.keepsId && isIdent(oldId) && (await ctx.db.share.count({ where: { id: oldId } })) === 0;
  return { id: isFree ? oldId : ctx.newId(), ...columns, notifiedAt: alias && createdAt };
}

type Keeping = {
  share: SourceShare;
  row: Awaited<ReturnType<typeof shareRow>>;
  linkId: string | null;
  kept: Kept[];
};

async function keep(
  importing: Importing,
  tx: Prisma.TransactionClient,
  { share, row, linkId, kept }: Keeping,
) {
  const { oldId, publication } = share;
  await tx.share.create({ data: row });
  if (publication && linkId !== null)
    await tx.publication.create({ data: { ...publication, shareId: row.id, linkId } });
  await tx.file.createMany({ data: kept.map(({ id, file, sums }) => fileRow(row.id, id, file, sums)) });
  const ids = kept.map(({ id }) => id);
  const { count } = await tx.removal.deleteMany({ where: { fileId: { in: ids } } });
  if (count < ids.length)
    throw new Error('Bytes were removed before their share was stored. Start the import again');
  await note(importing, tx, [
    { kind: 'share', oldId, newId: row.id, linkId, mark: await shareMark(tx, row.id) },
    ...kept.map(({ id, file }) => ({ kind: 'file' as const, oldId: file.oldId, newId: id, linkId })),
  ]);
}

const fileRow = (shareId: string, id: string, file: SourceFile, sums: Sums | null) => ({
  id,
  shareId,
  ...nameOf(file),
  ...sums,
  sizeBytes: file.sizeBytes,
  storedBytes: file.sizeBytes,
  state: 'complete' as const,
  createdAt: file.createdAt,
  completedAt: file.createdAt,
});
