import 'server-only';
import type { AccountChange } from '@/lib/contract/account';
import type { AuditEntry } from '@/lib/server/audit/audit';
import type { LockedAccount } from './lock';

export type AccountModification = {
  before: LockedAccount;
  after: AccountChange & { accountId: string };
  isPasswordNew: boolean;
};

export function auditEntries({ before, after, isPasswordNew }: AccountModification): AuditEntry[] {
  const object = { type: 'account', id: after.accountId } as const;
  const details = { login: before.login };
  const entries: AuditEntry[] = [];
  if (before.state !== after.state) {
    entries.push({ event: after.state === 'Active' ? 'account.enable' : 'account.disable', object, details });
  }
  if (before.admin !== after.admin) {
    entries.push({ event: 'account.role', object, details: { ...details, admin: after.admin } });
  }
  const limits = changedLimits(before, after);
  if (limits) entries.push({ event: 'account.quota', object, details: { ...details, ...limits } });
  if (isPasswordNew) entries.push({ event: 'account.password', object, details });
  return entries.length > 0 ? entries : [{ event: 'account.modify', object, details }];
}

function changedLimits(before: LockedAccount, after: AccountChange) {
  const { maxBytes, maxFiles } = after;
  const old = before.maxBytes === null ? null : Number(before.maxBytes);
  const isSame = (now: number | null | undefined, then: number | null) => now === undefined || now === then;
  if (isSame(maxBytes, old) && isSame(maxFiles, before.maxFiles)) return null;
  return {
    ...(!isSame(maxBytes, old) && { maxBytes: maxBytes ?? 'default' }),
    ...(!isSame(maxFiles, before.maxFiles) && { maxFiles: maxFiles ?? 'default' }),
  };
}
