import 'server-only';
import type { ActivityField } from '@/lib/contract/activity';
import { AppError } from '@/lib/contract/errors';
import { thumbnailKind } from '@/lib/domain/file/file-type';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { whereVisible } from '@/lib/server/db/file-rows';
import type { Prisma, Share } from '@/lib/server/db/generated/client';
import type { JournalEvent } from '@/lib/server/journal/event';
import { recordLinkEnd } from '@/lib/server/journal/link-end';
import { record } from '@/lib/server/journal/record';
import { lockManaged } from '@/lib/server/services/access/share';
import { checkTextChange } from '@/lib/server/services/changed';
import { checkPasswordGiven, checkUntil, checkValidity } from './rules';

/** Exactly one property; null removes it. */
export type FieldChange =
  | { name: string | null }
  | { description: string }
  | { validity: number }
  | { until: number }
  | { maxViews: number }
  | { maxDownloads: number | null }
  | { cover: string | null }
  | { password: string | null };

/**
 * Changes one property. A single function for all, so that each has the access check.
 * @param was the name or note that the caller last read
 * @throws share.notFound, share.sealed, file.notFound, request.changed
 */
export async function setShareField(
  ctx: UserContext,
  shareId: string,
  change: FieldChange,
  { was }: { was?: string | null | undefined } = {},
): Promise<void> {
  const data = await columnsOf(ctx, change);
  await ctx.db.$transaction(async (tx) => {
    const { publication, ...share } = await lockManaged(tx, ctx.viewer, shareId);
    checkWords(share, change, was);
    await checkCover(tx, share, change);
    const end = newEnd(ctx, change, publication);
    await tx.share.update({ where: { id: shareId }, data: { ...data, ...end } });
    const object = { type: 'share', id: shareId } as const;
    await record(ctx, { ...eventOf(change), object, shareId, activity: { field: fieldOf(change) } }, tx);
    if (end && publication?.enabled) {
      const publishUntil = end.linkEndsAt ?? new Date(publication.publishedAt.getTime() + end.validityMs);
      if (publishUntil > ctx.now) await recordLinkEnd(ctx, tx, publication);
      await tx.publication.update({ where: { shareId }, data: { publishUntil, reminded: 0 } });
    }
  });
}

/** @throws share.sealed, as the words of a sealed share are in its manifest; request.changed */
function checkWords(share: Share, change: FieldChange, was: string | null | undefined): void {
  if (!('name' in change || 'description' in change)) return;
  if (share.e2ee !== null) throw new AppError('share.sealed');
  if ('name' in change) checkTextChange('name', { change: change.name, was, now: share.name });
  else checkTextChange('description', { change: change.description, was, now: share.description });
}

/** @throws share.sealed, as nobody here can see its photos; file.notFound, unless it is a photo of this share */
async function checkCover(tx: Prisma.TransactionClient, { id, e2ee }: Share, change: FieldChange) {
  if (!('cover' in change) || change.cover === null) return;
  if (e2ee !== null) throw new AppError('share.sealed');
  const where = { id: change.cover, shareId: id, ...whereVisible };
  const select = { name: true, mimeType: true, sizeBytes: true };
  const file = await tx.file.findFirst({ where, select });
  if (!file || thumbnailKind({ ...file, sizeBytes: Number(file.sizeBytes) }) === null)
    throw new AppError('file.notFound');
}

async function columnsOf(ctx: UserContext, change: FieldChange) {
  if ('name' in change) return { name: change.name || null };
  if ('description' in change) return { description: change.description || null };
  if ('cover' in change) return { coverId: change.cover };
  if ('maxViews' in change) return { maxViews: change.maxViews };
  if ('maxDownloads' in change) return { maxDownloads: change.maxDownloads };
  if ('validity' in change || 'until' in change) return {};
  checkPasswordGiven(ctx, change.password);
  const passwordHash = change.password === null ? null : await hashPassword(change.password, ctx);
  return { passwordHash, passwordVersion: { increment: 1 } };
}

type ChangedLink = { enabled: boolean; publishedAt: Date } | null;

/** A date also sets the validity that later periods get. */
function newEnd(ctx: UserContext, change: FieldChange, link: ChangedLink) {
  if ('validity' in change) {
    checkValidity(ctx, change.validity);
    return { validityMs: change.validity, linkEndsAt: null };
  }
  if (!('until' in change)) return null;
  const { until } = change;
  const from = (link?.enabled ? link.publishedAt : ctx.now).getTime();
  checkUntil(ctx, until, { from, field: 'value' });
  return { validityMs: until - from, linkEndsAt: new Date(until) };
}

const fieldOf = (change: FieldChange) => Object.keys(change)[0] as ActivityField;

/** Audits only the fact of a change: names and texts are private. */
function eventOf(change: FieldChange): JournalEvent<'share.password' | 'share.limit' | 'share.modify'> {
  if ('password' in change) {
    return { event: 'share.password', details: { change: change.password === null ? 'removed' : 'set' } };
  }
  if ('maxViews' in change) return { event: 'share.limit', details: { maxViews: change.maxViews } };
  if ('maxDownloads' in change)
    return { event: 'share.limit', details: { maxDownloads: change.maxDownloads ?? 'any' } };
  if ('validity' in change) return { event: 'share.limit', details: { validityMs: change.validity } };
  if ('until' in change)
    return { event: 'share.limit', details: { until: new Date(change.until).toISOString() } };
  return { event: 'share.modify', details: { field: fieldOf(change) } };
}
