import * as z from 'zod';
import { Bytes, because, CleanText, Ident, ListQuery, Millis, Result, Text } from '@/lib/contract/fields';
import { endpoint } from '@/lib/contract/http/endpoint';
import { reportReasons } from '@/lib/contract/report';

export const overseenStates = ['live', 'ended', 'private', 'blocked'] as const;
export const overseenSorts = ['created', 'size', 'opened', 'ends'] as const;
export const overseenMaxTotal = 10_000;

const Owner = z.object({ id: Ident, login: z.string() });
const blocked = z
  .object({ at: Millis, by: z.string(), reason: z.string() })
  .nullable()
  .describe('By whom it was taken down, and why; null: it was not');

const OverseenShare = z
  .object({
    id: Ident,
    owner: Owner.describe('Of what came through an inbox the owner of the inbox, who did not make it'),
    title: z.string().nullable().describe('null where nobody wrote one, and of what is locked'),
    locked: z.boolean().describe('It has a password, or is for its recipients alone'),
    size: Bytes,
    files: z.int().nonnegative(),
    created: Millis,
    state: z.enum(overseenStates),
    ends: Millis.nullable().describe('When its link expires or expired; null where there is none'),
    opened: z.int().nonnegative().describe('How often its link was opened'),
    alias: z.string().nullable().describe('Name of the inbox that it came through'),
    blocked,
  })
  .meta({ id: 'OverseenShare' });
export type OverseenShare = z.infer<typeof OverseenShare>;

const OverseenAlias = z
  .object({
    id: Ident.describe('For these calls alone; not the one in its link'),
    owner: Owner,
    name: z.string(),
    enabled: z.boolean(),
    created: Millis,
    shares: z.int().nonnegative().describe('What came through it and is still there'),
    size: Bytes,
    blocked,
  })
  .meta({ id: 'OverseenAlias' });
export type OverseenAlias = z.infer<typeof OverseenAlias>;

const ReportedCase = z
  .object({
    share: OverseenShare.nullable().describe('What was reported; null: an inbox was'),
    alias: OverseenAlias.nullable().describe('The inbox that was reported, by a page of it'),
    count: z.int().positive().describe('How many reports there are; the latest 20 are in `reports`'),
    reports: z.array(
      z.object({
        id: Ident,
        at: Millis,
        about: z.string().describe('Which page of an inbox, as its owner calls it; "" where that is hidden'),
        reason: z.enum(reportReasons),
        text: z.string(),
        address: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ReportedCase' });
export type ReportedCase = z.infer<typeof ReportedCase>;

const OverseenName = z
  .object({
    account: Owner,
    name: z.string(),
    line: z.string().nullable(),
    picture: z.string().nullable().describe('Its path'),
    sameAs: z.array(z.string()).describe('Logins of others that have the same name or login; at most 5'),
  })
  .meta({ id: 'OverseenName' });
export type OverseenName = z.infer<typeof OverseenName>;

const total = z.int().nonnegative().describe(`Over all pages, counted up to ${overseenMaxTotal}`);
const OverseenQuery = ListQuery.extend({
  q: ListQuery.shape.q.describe('Words of a title or name, a login, an id, or a link'),
  owner: Text.max(255).optional().describe('Id or login of its owner'),
  id: Ident.optional().describe('Only the one with this id, as the list names it'),
});

const params = z.object({ id: Ident });
export const Reason = CleanText.max(500).refine((text) => text.trim() !== '', because('blank'));
const body = z.object({ reason: Reason.describe('The owner reads it') });

export const oversight = {
  shares: endpoint({
    method: 'GET',
    path: '/api/v2/admin/share',
    access: 'admin',
    summary: 'Shares of all accounts, without what is in them',
    query: OverseenQuery.extend({
      state: z.enum(overseenStates).optional(),
      sort: z
        .enum(overseenSorts)
        .default('created')
        .describe('Newest, largest, most opened (of those that were) or next to end (of open links) first'),
    }),
    answer: z.object({ items: z.array(OverseenShare), total }),
  }),
  blockShare: endpoint({
    method: 'POST',
    path: '/api/v2/admin/share/{id}/block',
    access: 'admin',
    summary: 'Take a share down: nobody but its owner gets anything of it, and they can only delete it',
    params,
    body,
    answer: Result,
    says: 'oversight.blocked',
    errors: ['share.notFound'],
  }),
  allowShare: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/share/{id}/block',
    access: 'admin',
    summary: 'Allow a share again',
    example: { refusal: 'oversight.notBlocked' },
    params,
    answer: Result,
    says: 'oversight.allowed',
    errors: ['share.notFound', 'oversight.notBlocked'],
  }),
  removeShare: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/share/{id}',
    access: 'admin',
    summary: 'Delete a share that was taken down',
    example: { refusal: 'oversight.notBlocked' },
    params,
    answer: Result,
    says: 'share.removed',
    errors: ['share.notFound', 'oversight.notBlocked'],
  }),
  reports: endpoint({
    method: 'GET',
    path: '/api/v2/admin/report',
    access: 'admin',
    summary: 'Shares and inboxes that visitors have reported and nobody has decided about, the latest first',
    query: ListQuery,
    answer: z.object({ items: z.array(ReportedCase), total }),
  }),
  dismissReports: endpoint({
    method: 'POST',
    path: '/api/v2/admin/report/{id}/dismiss',
    access: 'admin',
    summary: 'Close the case of a share or inbox, by the id of either; taking it down closes it too',
    example: { refusal: 'share.notFound' },
    params,
    answer: Result,
    says: 'oversight.dismissed',
    errors: ['share.notFound'],
  }),
  names: endpoint({
    method: 'GET',
    path: '/api/v2/admin/name',
    access: 'admin',
    summary: 'Names that accounts show to visitors; those that are another’s name or login first',
    query: ListQuery,
    answer: z.object({ items: z.array(OverseenName), total }),
  }),
  removeName: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/name/{id}',
    access: 'admin',
    summary: 'Take name, line and picture of an account away: visitors see its login again',
    params: params.extend({ id: Ident.describe('Of the account') }),
    answer: Result,
    says: 'oversight.nameRemoved',
    errors: ['account.notFound'],
  }),
  aliases: endpoint({
    method: 'GET',
    path: '/api/v2/admin/alias',
    access: 'admin',
    summary: 'Aliases of all accounts, newest first',
    query: OverseenQuery.extend({ state: z.enum(['on', 'off', 'blocked']).optional() }),
    answer: z.object({ items: z.array(OverseenAlias), total }),
  }),
  blockAlias: endpoint({
    method: 'POST',
    path: '/api/v2/admin/alias/{id}/block',
    access: 'admin',
    summary: 'Take an alias down: it takes nothing, and its owner can only delete it',
    params,
    body,
    answer: Result,
    says: 'oversight.blocked',
    errors: ['alias.notFound'],
  }),
  allowAlias: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/alias/{id}/block',
    access: 'admin',
    summary: 'Allow an alias again',
    example: { refusal: 'oversight.notBlocked' },
    params,
    answer: Result,
    says: 'oversight.allowed',
    errors: ['alias.notFound', 'oversight.notBlocked'],
  }),
  removeAlias: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/alias/{id}',
    access: 'admin',
    summary: 'Delete an alias that was taken down; its shares stay with the owner',
    example: { refusal: 'oversight.notBlocked' },
    params,
    answer: Result,
    says: 'alias.removed',
    errors: ['alias.notFound', 'oversight.notBlocked'],
  }),
};

export type OverseenShareQuery = z.output<typeof oversight.shares.query>;
export type OverseenAliasQuery = z.output<typeof oversight.aliases.query>;
