import 'server-only';
import type { AuditEventName } from '@/lib/contract/admin/audit';
import type { RecentEvent } from '@/lib/contract/settings';
import type { UserContext } from '@/lib/server/context';
import type { AuditEvent } from '@/lib/server/db/generated/client';

const maxListed = 20;

const events: AuditEventName[] = [
  'login',
  'login.oauth',
  'login.proxy',
  'settings.password',
  'settings.email',
  'settings.factor',
  'settings.passkey',
  'account.reset',
  'account.password',
  'account.factor',
  'account.role',
  'account.enable',
];

/**
 * Reads the audit of one's own account; in a demo strangers share it, and see nothing of each other. Index:
 * AuditEvent_objectId_idx.
 */
export async function listRecentEvents(ctx: UserContext): Promise<{ items: RecentEvent[] }> {
  const { config, db, viewer } = ctx;
  if (config.DEMO) return { items: [] };
  const rows = await db.auditEvent.findMany({
    where: { objectId: viewer.id, objectType: 'account', event: { in: events } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: maxListed,
  });
  return { items: rows.map(recentEvent) };
}

/** Addresses of admins are no business of the account. */
function recentEvent(row: AuditEvent): RecentEvent {
  const { reason, change, browser, system, isNew } = row.details as Record<string, unknown>;
  const kind = kindOf(row, { reason, change, isNew });
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    id: String(row.id),
    at: row.at.getTime(),
    kind,
    browser: text(browser),
    system: text(system),
    address: kind === 'byAdmin' ? null : row.address,
  };
}

type EventCause = Record<'reason' | 'change' | 'isNew', unknown>;

const kinds: Record<string, RecentEvent['kind']> = {
  bad_code: 'wrongCode',
  bad_passkey: 'wrongPasskey',
  on: 'factorOn',
  off: 'factorOff',
  added: 'passkeyAdded',
  renamed: 'passkeyRenamed',
  removed: 'passkeyRemoved',
  behind: 'passkeyBehind',
};

function kindOf({ event, outcome }: AuditEvent, { reason, change, isNew }: EventCause): RecentEvent['kind'] {
  if (event === 'account.reset') return 'password';
  if (event.startsWith('account.')) return 'byAdmin';
  const refusal = kinds[String(reason)];
  if (refusal) return refusal;
  if (event.startsWith('login')) return outcome === 'ok' ? signInKind(isNew) : 'wrongPassword';
  if (outcome !== 'ok') return 'passwordRefused';
  if (event === 'settings.password') return 'password';
  if (event === 'settings.email') return 'email';
  return kinds[String(change)] ?? 'recovery';
}

const signInKind = (isNew: unknown) => (isNew ? 'newSignIn' : 'signIn');
