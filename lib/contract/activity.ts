import * as z from 'zod';
import { Bytes, Ident, ListQuery, Millis, Result, Secret } from '@/lib/contract/fields';
import { endpoint } from '@/lib/contract/http/endpoint';

/** Translated in messages/*.json under `share.activity.kind`. */
export const activityKinds = [
  'created',
  'arrived',
  'published',
  'newLink',
  'unpublished',
  'mailed',
  'opened',
  'downloaded',
  'limitReached',
  'changed',
  'expired',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activityFields = [
  'name',
  'description',
  'validity',
  'until',
  'maxViews',
  'maxDownloads',
  'password',
  'cover',
  'files',
  'recipients',
] as const;
export type ActivityField = (typeof activityFields)[number];

export const ActivityDownload = z
  .object({
    kind: z.enum(['file', 'zip']),
    file: Ident.nullable().describe('null for a ZIP, and for a file that was deleted since'),
    name: z.string().nullable(),
    shown: z.boolean().describe('Looked at on the page of the link, not saved'),
    whole: z.boolean().describe('false: only a part was sent, never up to the last byte'),
    times: z.int().positive(),
    at: Millis.describe('The last time'),
  })
  .meta({ id: 'ActivityDownload' });
export type ActivityDownload = z.infer<typeof ActivityDownload>;

export const ActivityItem = z
  .object({
    id: z.string(),
    at: Millis,
    kind: z.string().describe(`One of ${activityKinds.join(', ')}; new names may come`),
    by: z.string().nullable().describe('Login of who did it; null for visitors and senders'),
    recipient: z
      .string()
      .nullable()
      .describe('Address of the recipient whose link it was, for the owner alone'),
    address: z.string().nullable().describe('The beginning of it, for the owner alone'),
    browser: z.string().nullable(),
    system: z.string().nullable(),
    field: z.string().nullable().describe('What was changed'),
    receivers: z.array(z.string()).describe('Whom it was mailed to, for the owner alone'),
    receiverCount: z.int().nonnegative(),
    until: Millis.nullable().describe('When a link that was published was to end'),
    files: z.int().nonnegative().nullable().describe('Of a share that arrived: how many it has now'),
    size: Bytes.nullable(),
    downloads: z.array(ActivityDownload).describe('By the visitor, the last one first'),
    moreDownloads: z.boolean().describe('There were more than are listed'),
  })
  .meta({ id: 'ActivityItem' });
export type ActivityItem = z.infer<typeof ActivityItem>;

const mailSettings = {
  first: z.boolean().nullable().describe('Of the first download; null: as the person wants it of all'),
  every: z
    .boolean()
    .nullable()
    .describe('Of every download, once in 15 minutes; null: as the person wants it of all'),
  limit: z.boolean().nullable().describe('When its views are used up; null: as the person wants it of all'),
  end: z.boolean().nullable().describe('Before its link ends; null: as the person wants it of all'),
};

export const activity = {
  told: endpoint({
    method: 'GET',
    path: '/api/v2/sec/share/{id}/told',
    access: 'user',
    summary: 'Of what I am told by mail when it happens to a share of mine',
    who: 'owner',
    params: z.object({ id: Ident }),
    answer: z.object({
      ...mailSettings,
      ofAll: z.object({ first: z.boolean(), every: z.boolean(), limit: z.boolean(), end: z.boolean() }),
    }),
    errors: ['share.notFound'],
  }),
  setTold: endpoint({
    method: 'POST',
    path: '/api/v2/sec/share/{id}/told',
    access: 'user',
    summary: 'Change some of that; what is not named stays',
    who: 'owner',
    example: { body: { first: true } },
    params: z.object({ id: Ident }),
    body: z.object(mailSettings).partial(),
    answer: Result,
    says: 'settings.saved',
    errors: ['share.notFound'],
  }),
  ofShare: endpoint({
    method: 'GET',
    path: '/api/v2/sec/share/{id}/activity',
    access: 'user',
    summary: 'What happened to a share, newest first: a row for each visit with its downloads',
    who: 'managers',
    params: z.object({ id: Ident }),
    query: ListQuery.pick({ page: true, pageSize: true }),
    answer: z.object({
      items: z.array(ActivityItem),
      hasMore: z.boolean(),
      downloads: z.int().nonnegative().describe('All by the link, however long ago'),
    }),
    errors: ['share.notFound'],
  }),
};

/** Shared by page and server, which seeds the cache under the same input. */
export const activityInput = (id: string) => ({ params: { id }, query: { pageSize: 50 } });

const Token = Secret.max(2000).describe('From the mail: for one share and one end of its link, once');

export const ending = {
  look: endpoint({
    method: 'POST',
    path: '/api/v2/open/ending/look',
    access: 'open',
    summary: 'Which share a reminder is about, and when its link ends; changes nothing',
    example: { refusal: 'ending.over' },
    body: z.object({ token: Token }),
    answer: z.object({ name: z.string(), until: Millis }),
    errors: ['ending.over', 'limit.attempts'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/v2/open/ending',
    access: 'open',
    summary: 'Extend that link by 7 days, or let it end without another reminder',
    example: { refusal: 'ending.over' },
    body: z.object({ token: Token, extend: z.boolean() }),
    answer: Result.extend({ until: Millis.nullable() }),
    says: 'settings.saved',
    refused: { until: null },
    errors: ['ending.over', 'share.validityTooLong', 'limit.attempts'],
  }),
};
