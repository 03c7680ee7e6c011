import type { ActivityKind } from '@/lib/contract/activity';
import type { AuditEventName } from '@/lib/contract/admin/audit';

export type Kind = {
  /** As what admins read it. */
  audit?: AuditEventName;
  /** As what those read it who manage the share. */
  activity?: ActivityKind;
};

const sameAudit = <Name extends AuditEventName>(names: readonly Name[]) =>
  Object.fromEntries(names.map((audit) => [audit, { audit }])) as { [N in Name]: { audit: N } };

/** Every kind of event, and who hears of it. What the contract calls otherwise, or tells others than admins, has a line. */
export const kinds = {
  ...sameAudit([
    'login',
    'login.oauth',
    'login.proxy',
    'logout',
    'session.end',
    'token.create',
    'token.revoke',
    'token.refused',
    'settings.password',
    'settings.email',
    'settings.factor',
    'settings.passkey',
    'webhook.create',
    'webhook.modify',
    'webhook.remove',
    'account.create',
    'account.register',
    'account.modify',
    'account.role',
    'account.disable',
    'account.enable',
    'account.password',
    'account.factor',
    'account.forgot',
    'account.resetLink',
    'account.reset',
    'account.quota',
    'account.export',
    'account.leave',
    'account.keep',
    'account.remove',
    'invite.create',
    'invite.use',
    'invite.revoke',
    'alias.create',
    'alias.modify',
    'alias.members',
    'alias.block',
    'alias.allow',
    'alias.remove',
    'share.block',
    'share.allow',
    'share.report',
    'share.dismiss',
    'share.remove',
    'share.open',
    'file.view',
    'file.quarantine',
    'file.release',
    'download.file',
    'download.zip',
    'upload.start',
    'upload.complete',
    'upload.abort',
    'limit.hit',
    'system.start',
    'system.stop',
    'system.migrate',
    'system.import',
    'system.clock',
    'system.settings',
  ]),
  'share.create': { audit: 'share.create', activity: 'created' },
  'share.arrive': { audit: 'share.create', activity: 'arrived' },
  'share.modify': { audit: 'share.modify', activity: 'changed' },
  'share.password': { audit: 'share.password', activity: 'changed' },
  'share.limit': { audit: 'share.limit', activity: 'changed' },
  'share.recipients': { audit: 'share.recipients', activity: 'changed' },
  'share.addRecipients': { audit: 'share.recipients', activity: 'mailed' },
  'share.publish': { audit: 'share.publish', activity: 'published' },
  'share.publishAnew': { audit: 'share.publish', activity: 'newLink' },
  'share.link': { audit: 'share.link', activity: 'newLink' },
  'share.unpublish': { audit: 'share.unpublish', activity: 'unpublished' },
  'share.expire': { activity: 'expired' },
  'limit.reached': { activity: 'limitReached' },
  'file.remove': { audit: 'file.remove', activity: 'changed' },
  'mail.sent': { audit: 'mail.sent', activity: 'mailed' },
} as const satisfies Record<string, Kind>;

export type EventKind = keyof typeof kinds;

/** The audit alone hears of it. */
export type AuditedKind = {
  [K in EventKind]: keyof (typeof kinds)[K] extends 'audit' ? K : never;
}[EventKind];
