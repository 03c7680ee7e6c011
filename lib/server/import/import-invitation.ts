import 'server-only';
import { hashOfKey, keptOf } from '@/lib/server/services/signup/invite-key';
import { broughtBefore, type Importing, note } from './importing';
import type { SourceInvitation } from './source';

/** A key goes on as long as it would have there, once. Neither the report nor our rows hold it. */
export async function importInvitation(importing: Importing, invitation: SourceInvitation): Promise<void> {
  const { ctx, report, isDryRun } = importing;
  const { key, createdAt, expiresAt } = invitation;
  const oldId = hashOfKey(key);
  if (await broughtBefore(importing, 'invitation', oldId)) return;
  const isOver = expiresAt <= ctx.now;
  const text = isOver
    ? 'this invitation has ended'
    : `this invitation holds until ${expiresAt.toISOString()}`;
  report.add({ kind: 'invitation', oldId: `${key.slice(0, 6)}…`, text });
  if (isOver || isDryRun) return;
  const id = ctx.newId();
  await ctx.db.$transaction(async (tx) => {
    await tx.invite.create({ data: { id, ...keptOf(key), createdAt, expiresAt } });
    await note(importing, tx, [{ kind: 'invitation', oldId, newId: id }]);
  });
}
