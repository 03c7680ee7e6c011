import type { ActivityKind } from '@/lib/contract/activity';
import type { AuditEventName } from '@/lib/contract/admin/audit';
import type { WebhookEvent } from '@/lib/contract/webhook';
import type { OwnerNotice } from './notice';

export type Kind = {
  /** As what admins read it. */
  audit?: AuditEventName;
  /** As what those read it who manage the share. */
  activity?: ActivityKind;
  /** As what webhooks of the share's owner are told of it, or those of admins. */
  webhook?: WebhookEvent;
  /** As what the share's owner gets by mail, if they want it. */
  mail?: OwnerNotice;
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
    'settings.profile',
    'settings.factor',
    'settings.passkey',
    'webhook.create',
    'webhook.modify',
    'webhook.remove',
    'account.modify',
    'account.role',
    'account.disable',
    'account.password',
    'account.factor',
    'account.forgot',
    'account.resetLink',
    'account.reset',
    'account.quota',
    'account.export',
    'account.profile',
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
    'share.allow',
    'share.dismiss',
    'share.open',
    'file.view',
    'file.release',
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
  'account.create': { audit: 'account.create', webhook: 'account.created' },
  'account.register': { audit: 'account.register', webhook: 'account.created' },
  'account.confirm': { audit: 'settings.email', webhook: 'account.created' },
  'account.enable': { audit: 'account.enable', webhook: 'account.created' },
  'account.import': { webhook: 'account.created' },
  'share.create': { audit: 'share.create', activity: 'created' },
  'share.arrive': { audit: 'share.create', activity: 'arrived' },
  'share.modify': { audit: 'share.modify', activity: 'changed' },
  'share.password': { audit: 'share.password', activity: 'changed' },
  'share.limit': { audit: 'share.limit', activity: 'changed' },
  'share.recipients': { audit: 'share.recipients', activity: 'changed' },
  'share.addRecipients': { audit: 'share.recipients', activity: 'mailed' },
  'share.publish': { audit: 'share.publish', activity: 'published', webhook: 'share.published' },
  'share.publishAnew': { audit: 'share.publish', activity: 'newLink', webhook: 'share.published' },
  'share.link': { audit: 'share.link', activity: 'newLink', webhook: 'share.published' },
  'share.unpublish': { audit: 'share.unpublish', activity: 'unpublished', webhook: 'share.ended' },
  'share.block': { audit: 'share.block', webhook: 'share.ended' },
  'share.remove': { audit: 'share.remove', webhook: 'share.ended' },
  'share.report': { audit: 'share.report', webhook: 'report.created' },
  'share.firstOpen': { webhook: 'share.firstOpened' },
  'share.endSoon': { webhook: 'share.ending' },
  'share.end': { webhook: 'share.ended' },
  'share.import': { webhook: 'share.published' },
  'share.undoImport': { webhook: 'share.ended' },
  'share.expire': { activity: 'expired' },
  'limit.reached': { activity: 'limitReached', webhook: 'limit.reached', mail: 'limitReached' },
  'download.first': { mail: 'firstDownload' },
  'download.count': { mail: 'downloads' },
  'delivery.complete': { webhook: 'delivery.completed' },
  'download.file': { audit: 'download.file', webhook: 'download.completed' },
  'download.zip': { audit: 'download.zip', webhook: 'download.completed' },
  'file.quarantine': { audit: 'file.quarantine', webhook: 'file.infected' },
  'file.remove': { audit: 'file.remove', activity: 'changed' },
  'mail.sent': { audit: 'mail.sent', activity: 'mailed' },
} as const satisfies Record<string, Kind>;

export type EventKind = keyof typeof kinds;

/** The audit alone hears of it. */
export type AuditedKind = {
  [K in EventKind]: keyof (typeof kinds)[K] extends 'audit' ? K : never;
}[EventKind];
