import 'server-only';
import { isIdent } from '@/lib/domain/ident';
import { cleanName } from '@/lib/domain/pasted/name';
import { hashPassword } from '@/lib/server/auth/password';
import type { Prisma } from '@/lib/server/db/generated/client';
import { type Arrived, bringFiles, insertFiles, noteBrought } from './import-files';
import { broughtBefore, type Importing, note } from './importing';
import { importLateFiles } from './late-files';
import { shareMark } from './marks';
import { isUsable } from './names';
import type { Reason, SourceShare } from './source';

/** First segments of our own addresses: a share may be called so there, where its link had nothing before it. */
const ownSegments = new Set(['app', 'api', 'pdf', '_next', 'healthz', 'readyz', 'metrics', 'favicon.ico']);

/** Bytes first, then one transaction: a share with its whole files is there, or nothing of it. */
export async function importShare(importing: Importing, share: SourceShare): Promise<void> {
  const { ctx, report, isDryRun } = importing;
  const { oldId, files } = share;
  const before = await broughtBefore(importing, 'share', oldId);
  if (before) {
    report.known.shares++;
    sayNewLink(importing, share, before.linkId);
    return importLateFiles(importing, share, before);
  }
  const left = await whyLeft(importing, share);
  if (left) return report.add({ kind: 'share', oldId, name: share.name ?? null, ...left });
  const arrived = await bringFiles(importing, files);
  if (files.length > 0 && arrived.length === 0)
    return report.add({
      kind: 'share',
      oldId,
      reason: 'bytesMissing',
      text: 'none of its files could be imported',
    });
  const linkId = share.publication && (await linkFor(importing, share.publication.linkId));
  sayNewLink(importing, share, linkId);
  if (!isDryRun) {
    const row = await shareRow(importing, share);
    await ctx.db.$transaction((tx) => keep(importing, tx, { share, row, linkId, arrived }));
  }
  report.brought.shares++;
  noteBrought(importing, arrived);
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
  if (owner === null) return { reason: 'ownerRemoved', text: 'its account isn’t here' };
  return null;
}

async function linkFor({ ctx }: Importing, wish: string): Promise<string> {
  const isFree =
    isUsable(wish) &&
    !ownSegments.has(wish) &&
    (await ctx.db.usedLinkId.count({ where: { key: wish.toLowerCase() } })) === 0;
  return isFree ? wish : ctx.newId();
}

function sayNewLink({ report }: Importing, { oldId, publication }: SourceShare, linkId: string | null): void {
  if (!publication || linkId === null || publication.linkId === linkId) return;
  const wish = publication.linkId;
  const reserved = ownSegments.has(wish) ? 'its address is one of Slipway’s' : 'its ID is taken here';
  const why = isUsable(wish) ? reserved : 'its ID can’t be part of a link here';
  report.add({ kind: 'share', oldId, text: `${why}. It is now at /app/open/${linkId}` });
}

async function shareRow({ ctx, accounts, aliases, fallbackOwnerId }: Importing, share: SourceShare) {
  const { oldId, password, aliasId, createdAt, name = null, description, validityMs, maxViews } = share;
  const ownerId = accounts.get(share.ownerId ?? '') ?? fallbackOwnerId;
  if (ownerId === null) throw new Error('a share without an owner');
  const hash = password && ('hash' in password ? password.hash : await hashPassword(password.text));
  const alias = aliasId === null ? null : (aliases.get(aliasId) ?? null);
  const columns = {
    ownerId,
    name: cleanName(name ?? '') || null,
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
  arrived: Arrived[];
};

async function keep(
  importing: Importing,
  tx: Prisma.TransactionClient,
  { share, row, linkId, arrived }: Keeping,
) {
  const { oldId, publication } = share;
  await tx.share.create({ data: row });
  if (publication && linkId !== null)
    await tx.publication.create({ data: { ...publication, shareId: row.id, linkId } });
  await insertFiles(importing, tx, { shareId: row.id, linkId, arrived });
  const mark = await shareMark(tx, row.id);
  await note(importing, tx, [{ kind: 'share', oldId, newId: row.id, linkId, mark }]);
}
