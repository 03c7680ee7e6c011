import * as z from 'zod';
import { Ident, ListQuery, Millis, Text } from '@/lib/contract/fields';
import { endpoint } from '@/lib/contract/http/endpoint';

/** By what they are about. Translated in messages/*.json under `audit.group` and `audit.event`. */
export const auditGroups = {
  access: [
    'login',
    'login.oauth',
    'login.proxy',
    'logout',
    'session.end',
    'token.create',
    'token.revoke',
    'token.refused',
  ],
  own: [
    'settings.password',
    'settings.email',
    'settings.profile',
    'settings.factor',
    'settings.passkey',
    'webhook.create',
    'webhook.modify',
    'webhook.remove',
  ],
  accounts: [
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
    'account.profile',
    'account.leave',
    'account.keep',
    'account.remove',
    'invite.create',
    'invite.use',
    'invite.revoke',
  ],
  aliases: [
    'alias.create',
    'alias.modify',
    'alias.members',
    'alias.block',
    'alias.allow',
    'alias.report',
    'alias.dismiss',
    'alias.remove',
  ],
  shares: [
    'share.create',
    'share.modify',
    'share.password',
    'share.limit',
    'share.link',
    'share.recipients',
    'share.publish',
    'share.unpublish',
    'share.block',
    'share.allow',
    'share.report',
    'share.dismiss',
    'share.remove',
  ],
  files: [
    'file.remove',
    'file.quarantine',
    'file.release',
    'upload.start',
    'upload.complete',
    'upload.abort',
  ],
  opened: ['share.open', 'file.view', 'download.file', 'download.zip'],
  server: [
    'mail.sent',
    'limit.hit',
    'system.start',
    'system.stop',
    'system.migrate',
    'system.import',
    'system.clock',
    'system.settings',
  ],
} as const;
export type AuditGroupName = keyof typeof auditGroups;
export type AuditEventName = (typeof auditGroups)[AuditGroupName][number];

export const auditGroupNames = Object.keys(auditGroups) as [AuditGroupName, ...AuditGroupName[]];
export const auditEvents: readonly [AuditEventName, ...AuditEventName[]] = Object.values(
  auditGroups,
).flat() as never;

/** `partial` is a download that ended before its last byte. */
export const auditOutcomes = ['ok', 'refused', 'partial'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export const auditActors = ['user', 'admin', 'alias', 'anonymous', 'system', 'proxy', 'oauth'] as const;
export type AuditActorKind = (typeof auditActors)[number];

export const auditObjects = [
  'account',
  'alias',
  'file',
  'invite',
  'mail',
  'share',
  'session',
  'token',
  'webhook',
] as const;
export type AuditObjectType = (typeof auditObjects)[number];

export const auditMaxTotal = 10_000;

export const AuditItem = z
  .object({
    id: z.string(),
    at: Millis,
    event: z.string().describe('What happened; new names may come'),
    outcome: z.string().describe('ok, refused or partial'),
    actorKind: z.string().describe('user, admin, alias, anonymous, system, proxy or oauth'),
    actorId: z.string().nullable(),
    actorLogin: z.string().nullable().describe('As it was then'),
    address: z.string().nullable(),
    objectType: z.string().nullable(),
    objectId: z.string().nullable().describe('Of links and aliases only the beginning'),
    objectName: z.string().nullable().describe('Of a file, with its folder, as long as it is there'),
    shareId: z.string().nullable(),
    requestId: z.string().nullable().describe('As the answer carried it in X-Request-Id'),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  })
  .meta({ id: 'AuditItem' });
export type AuditItem = z.infer<typeof AuditItem>;

const Moment = z.coerce.number().int().min(0).max(253_402_300_799_999);

export const audit = {
  search: endpoint({
    method: 'GET',
    path: '/api/v2/admin/audit',
    access: 'admin',
    summary: 'Who did what, when and from where, newest first',
    query: ListQuery.extend({
      event: z.enum(auditEvents).optional(),
      group: z.enum(auditGroupNames).optional().describe('Events of one kind, as the page lists them'),
      outcome: z.enum(auditOutcomes).optional(),
      actor: Text.max(255).optional().describe('Id or login of an account'),
      share: Ident.optional().describe('Id of a share'),
      from: Moment.optional().describe('Milliseconds since 1970, included'),
      to: Moment.optional().describe('Milliseconds since 1970, excluded'),
    }),
    answer: z.object({
      items: z.array(AuditItem),
      total: z.int().nonnegative().describe(`Over all pages, counted up to ${auditMaxTotal}`),
    }),
  }),
};

export type AuditQuery = z.output<typeof audit.search.query>;
