import 'server-only';
import type { AuditActorKind } from '@/lib/contract/admin/audit';
import type { Admission } from '@/lib/domain/account/admission';
import type { Context } from '@/lib/server/context';
import type { Account } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import type { JournalEvent } from '@/lib/server/journal/event';
import { record } from '@/lib/server/journal/record';
import { endRights } from './end-rights';
import { type LockedAccount, lockAccount } from './lock';
import { tellAdmins } from './tell-admins';

export const sourceKind = (source: string): AuditActorKind => (source === 'extern' ? 'proxy' : 'oauth');

/** Each list has an end, because a provider may send thousands. */
const maxStoredGroups = 500;

/**
 * Makes an account what its provider says of the person now. Who lost a right loses all that was got by it. The last
 * admin stays one, and is refused without being disabled.
 */
export async function applyAdmission<
  A extends Pick<Account, 'id' | 'admin' | 'state' | 'groups' | 'refused'>,
>(ctx: Context, account: A, admission: Admission): Promise<A> {
  const groups = admission.groups.slice(0, maxStoredGroups);
  const isSame =
    groups.join('\0') === account.groups.join('\0') &&
    (admission.isAdmin ?? account.admin) === account.admin &&
    !account.refused &&
    !admission.refusal;
  if (isSame) return account;
  return ctx.db.$transaction(async (tx) => {
    const before = await lockAccount(ctx, tx, account.id);
    const after = outcomeOf(before, admission);
    await tx.account.update({ where: { id: account.id }, data: { groups, ...after } });
    for (const entry of auditEntries(before, after)) await record(ctx, entry, tx);
    await tellAdmins(ctx, tx, before, after);
    if (before.isLastAdmin && admission.isAdmin === false) {
      ctx.log.warn({ account: account.id }, 'the last admin stays one without a group of adminGroups');
    }
    if (admission.refusal || (before.admin && !after.admin)) await endRights(ctx, tx, account.id);
    return { ...account, groups, ...after };
  }, longTransaction);
}

function outcomeOf(before: LockedAccount, { isAdmin, refusal }: Admission) {
  const { admin, state, isLastAdmin, refused } = before;
  if (isLastAdmin) return { admin, state, refused };
  const disabled = { state: 'Disabled', refused: refused || state === 'Active' } as const;
  const enabled = { state: refused ? 'Active' : state, refused: false } as const;
  return { admin: isAdmin ?? admin, ...(refusal ? disabled : enabled) };
}

function auditEntries(before: LockedAccount, after: Pick<LockedAccount, 'admin' | 'state'>): JournalEvent[] {
  const { id, login, source } = before;
  const common = {
    actor: { kind: sourceKind(source), id, login },
    object: { type: 'account', id },
  } as const;
  const entries: JournalEvent[] = [];
  if (before.admin !== after.admin) {
    entries.push({ ...common, event: 'account.role', details: { login, admin: after.admin } });
  }
  if (before.state !== after.state) {
    const details = { login };
    entries.push(
      after.state === 'Active'
        ? { ...common, event: 'account.enable', details, payload: null }
        : { ...common, event: 'account.disable', details },
    );
  }
  return entries;
}
