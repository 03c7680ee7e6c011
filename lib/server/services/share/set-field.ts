import 'server-only';
import type { ActivityField } from '@/lib/contract/activity/activity';
import { type AuditEntry, audit } from '@/lib/server/audit/audit';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { noteActivity, noteEnd } from '@/lib/server/services/activity/note';
import { lockManaged } from './access';
import { checkPasswordGiven, checkValidity } from './rules';

/** One property with its new value; null removes it. */
export type FieldChange =
  | { name: string | null }
  | { description: string }
  | { validity: number }
  | { maxViews: number }
  | { password: string | null };

/** One function for all properties, so that none of them forgets who may change it. */
export async function setShareField(ctx: UserContext, shareId: string, change: FieldChange): Promise<void> {
  const data = await columnsOf(ctx, change);
  await ctx.db.$transaction(async (tx) => {
    const { publication } = await lockManaged(tx, ctx.viewer, shareId);
    await tx.share.update({ where: { id: shareId }, data });
    await audit(ctx, { ...entryOf(change), object: { type: 'share', id: shareId }, shareId }, tx);
    await noteActivity(ctx, tx, { shareId, kind: 'changed', details: { field: fieldOf(change) } });
    if ('validity' in change && publication?.enabled) {
      const publishUntil = new Date(publication.publishedAt.getTime() + change.validity);
      if (publishUntil > ctx.now) await noteEnd(ctx, tx, publication);
      await tx.publication.update({ where: { shareId }, data: { publishUntil, reminded: 0 } });
    }
  });
}

async function columnsOf(ctx: UserContext, change: FieldChange) {
  if ('name' in change) return { name: change.name || null };
  if ('description' in change) return { description: change.description || null };
  if ('maxViews' in change) return { maxViews: change.maxViews };
  if ('validity' in change) {
    checkValidity(ctx, change.validity);
    return { validityMs: change.validity };
  }
  checkPasswordGiven(ctx, change.password);
  const passwordHash = change.password === null ? null : await hashPassword(change.password, ctx);
  return { passwordHash, passwordVersion: { increment: 1 } };
}

/** Of its one property. */
const fieldOf = (change: FieldChange) => Object.keys(change)[0] as ActivityField;

/** Names and texts are people's own, so only that they changed is written down. */
function entryOf(change: FieldChange): AuditEntry {
  if ('password' in change) {
    return { event: 'share.password', details: { change: change.password === null ? 'removed' : 'set' } };
  }
  if ('maxViews' in change) return { event: 'share.limit', details: { maxViews: change.maxViews } };
  if ('validity' in change) return { event: 'share.limit', details: { validityMs: change.validity } };
  return { event: 'share.modify', details: { field: 'name' in change ? 'name' : 'description' } };
}
