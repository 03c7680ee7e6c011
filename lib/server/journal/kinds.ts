import type { ActivityKind } from '@/lib/contract/activity';
import type { AuditEventName } from '@/lib/contract/admin/audit';
import type { WebhookEvent } from '@/lib/contract/webhook';
import type { MailName } from './mail';

export type Kind = {
  /** As what admins read it. */
  audit?: AuditEventName;
  /** As what those read it who manage the share. */
  activity?: ActivityKind;
  /** As what webhooks of the share's owner are told of it, or those of admins. */
  webhook?: WebhookEvent;
  /** As what somebody gets by mail. Nobody does if the event was refused. */
  mail?: MailName;
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
    'token.revoke',
    'token.refused',
    'settings.email',
    'settings.profile',
    'settings.factor',
    'settings.passkey',
    'webhook.remove',
    'account.modify',
    'account.role',
    'account.disable',
    'account.password',
    'account.reset',
    'account.quota',
    'account.export',
    'account.profile',
    'account.keep',
    'account.remove',
    'invite.use',
    'invite.revoke',
    'alias.create',
    'alias.modify',
    'alias.dismiss',
    'alias.remove',
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
  'account.register': { audit: 'account.register', webhook: 'account.created', mail: 'confirmEmail' },
  'account.confirm': { audit: 'settings.email', webhook: 'account.created', mail: 'emailChanged' },
  'account.askAgain': { mail: 'confirmEmail' },
  'account.inUse': { mail: 'addressInUse' },
  'account.enable': { audit: 'account.enable', webhook: 'account.created' },
  'account.import': { webhook: 'account.created' },
  'account.address': { mail: 'emailChanged' },
  'account.endAccess': { mail: 'passwordReset' },
  'account.factor': { audit: 'account.factor', mail: 'factorRemoved' },
  'account.passkeys': { mail: 'passkeyRemoved' },
  'account.forgot': { audit: 'account.forgot', mail: 'forgot' },
  'account.resetAsked': { mail: 'reset' },
  'account.resetLink': { audit: 'account.resetLink', mail: 'reset' },
  'account.leave': { audit: 'account.leave', mail: 'leaving' },
  'email.ask': { audit: 'settings.email', mail: 'confirmEmail' },
  'email.set': { audit: 'settings.email', mail: 'emailChanged' },
  'factor.add': { audit: 'settings.factor', mail: 'factorAdded' },
  'factor.remove': { audit: 'settings.factor', mail: 'factorRemoved' },
  'passkey.add': { audit: 'settings.passkey', mail: 'passkeyAdded' },
  'passkey.remove': { audit: 'settings.passkey', mail: 'passkeyRemoved' },
  'settings.password': { audit: 'settings.password', mail: 'passwordChanged' },
  'settings.signInMail': { mail: 'signInMailOff' },
  'session.newClient': { mail: 'newSignIn' },
  'token.create': { audit: 'token.create', mail: 'newSignIn' },
  'webhook.create': { audit: 'webhook.create', mail: 'webhookAdded' },
  'webhook.modify': { audit: 'webhook.modify', mail: 'webhookAdded' },
  'webhook.turnOff': { mail: 'webhookOff' },
  'invite.create': { audit: 'invite.create', mail: 'invite' },
  'alias.members': { audit: 'alias.members', mail: 'membersAdded' },
  'alias.block': { audit: 'alias.block', mail: 'takenDown' },
  'alias.allow': { audit: 'alias.allow', mail: 'allowedAgain' },
  'alias.report': { audit: 'alias.report', webhook: 'report.created', mail: 'reported' },
  'disk.low': { mail: 'diskLow' },
  'storage.damaged': { mail: 'storageDamaged' },
  'account.admin': { mail: 'adminAdded' },
  'request.ask': { mail: 'requestAsk' },
  'request.code': { mail: 'requestCode' },
  'request.remind': { mail: 'requestReminder' },
  'request.again': { mail: 'requestAgain' },
  'request.receive': { webhook: 'request.received' },
  'request.complete': { webhook: 'request.complete', mail: 'requestThanks' },
  'request.tell': { mail: 'requestDone' },
  'share.create': { audit: 'share.create', activity: 'created' },
  'share.arrive': { audit: 'share.create', activity: 'arrived' },
  'share.modify': { audit: 'share.modify', activity: 'changed' },
  'share.password': { audit: 'share.password', activity: 'changed' },
  'share.limit': { audit: 'share.limit', activity: 'changed' },
  'share.recipients': { audit: 'share.recipients', activity: 'changed', mail: 'recipient' },
  'share.addRecipients': { audit: 'share.recipients', activity: 'mailed', mail: 'recipient' },
  'share.publish': {
    audit: 'share.publish',
    activity: 'published',
    webhook: 'share.published',
    mail: 'recipient',
  },
  'share.publishAnew': {
    audit: 'share.publish',
    activity: 'newLink',
    webhook: 'share.published',
    mail: 'recipient',
  },
  'recipient.code': { mail: 'code' },
  'share.link': { audit: 'share.link', activity: 'newLink', webhook: 'share.published' },
  'share.unpublish': { audit: 'share.unpublish', activity: 'unpublished', webhook: 'share.ended' },
  'share.block': { audit: 'share.block', webhook: 'share.ended', mail: 'takenDown' },
  'share.allow': { audit: 'share.allow', mail: 'allowedAgain' },
  'share.remove': { audit: 'share.remove', webhook: 'share.ended' },
  'share.report': { audit: 'share.report', webhook: 'report.created', mail: 'reported' },
  'share.firstOpen': { webhook: 'share.firstOpened' },
  'share.remind': { mail: 'ending' },
  'share.endSoon': { webhook: 'share.ending' },
  'share.end': { webhook: 'share.ended' },
  'share.import': { webhook: 'share.published' },
  'share.undoImport': { webhook: 'share.ended' },
  'share.expire': { activity: 'expired' },
  'limit.reached': { activity: 'limitReached', webhook: 'limit.reached', mail: 'limitReached' },
  'download.first': { mail: 'firstDownload' },
  'download.count': { mail: 'downloads' },
  'delivery.complete': { webhook: 'delivery.completed' },
  'delivery.announce': { mail: 'arrival' },
  'delivery.receipt': { mail: 'receipt' },
  'download.file': { audit: 'download.file', webhook: 'download.completed' },
  'download.zip': { audit: 'download.zip', webhook: 'download.completed' },
  'file.quarantine': { audit: 'file.quarantine', webhook: 'file.infected', mail: 'quarantined' },
  'file.remove': { audit: 'file.remove', activity: 'changed' },
  'mail.sent': { audit: 'mail.sent', activity: 'mailed' },
} as const satisfies Record<string, Kind>;

export type EventKind = keyof typeof kinds;

/** The audit alone hears of it. */
export type AuditedKind = {
  [K in EventKind]: keyof (typeof kinds)[K] extends 'audit' ? K : never;
}[EventKind];

/** The audit alone hears of it when it is refused. */
export type RefusableKind = {
  [K in EventKind]: (typeof kinds)[K] extends { audit: string }
    ? keyof (typeof kinds)[K] extends 'audit' | 'mail'
      ? K
      : never
    : never;
}[EventKind];
