import * as z from 'zod';
import { Ident, Millis, Result, Text } from '@/lib/contract/fields';
import { OwnerProof, ownerProofErrors, ProofAsked } from './account/owner-proof';
import { endpoint } from './http/endpoint';

export const ownWebhookEvents = [
  'delivery.completed',
  'request.received',
  'request.complete',
  'share.published',
  'share.firstOpened',
  'download.completed',
  'limit.reached',
  'share.ending',
  'share.ended',
] as const;
export const adminWebhookEvents = ['account.created', 'report.created', 'file.infected'] as const;

/** Translated in messages/*.json under `webhook.event`. */
export const webhookEvents = [...ownWebhookEvents, ...adminWebhookEvents] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const webhookFormats = [
  'json',
  'ntfy',
  'slack',
  'discord',
  'teams',
  'gotify',
  'telegram',
  'matrix',
] as const;

export const maxWebhooks = 20;
export const maxWebhookAttempts = 50;

export const WebhookItem = z
  .object({
    id: Ident,
    url: z.string(),
    events: z.array(z.string()).describe(`Of ${webhookEvents.join(', ')}; new names may come`),
    format: z.string().describe(webhookFormats.join(', ')),
    withLinks: z.boolean().describe('Whether events name the link, which lets in whoever has it'),
    enabled: z
      .boolean()
      .describe('false: nothing is sent, by choice, after 410, or after five days of failure'),
    failingSince: Millis.nullable().describe('No attempt has got through since; tests begin no failure'),
    waiting: z.int().nonnegative().describe('Events that are still to be sent'),
    created: Millis,
  })
  .meta({ id: 'Webhook' });
export type WebhookItem = z.infer<typeof WebhookItem>;

export const WebhookAttemptItem = z
  .object({
    id: z.string(),
    delivery: z.string().describe('The `webhook-id` of the event'),
    event: z.string(),
    at: Millis,
    status: z.int().nonnegative().nullable().describe('Of the answer; null: there was none'),
    failure: z
      .string()
      .nullable()
      .describe('status, address, timeout, connection or secret; null: it got through'),
    next: Millis.nullable().describe('When the event is sent next; null: no more'),
  })
  .meta({ id: 'WebhookAttempt' });
export type WebhookAttemptItem = z.infer<typeof WebhookAttemptItem>;

const WebhookFields = z.object({
  url: Text.max(2000).describe('http or https, without login and password'),
  events: z.array(z.enum(webhookEvents)).min(1).max(webhookEvents.length),
  format: z.enum(webhookFormats).default('json'),
  withLinks: z.boolean().default(false),
  enabled: z.boolean().default(true),
});
export type WebhookFields = z.output<typeof WebhookFields>;

const ProvenFields = WebhookFields.extend(OwnerProof.shape);

const exampleFields = { url: 'https://8.8.8.8/', events: ['limit.reached' as const] };

const path = '/api/v2/sec/settings/webhook/{id}' as const;
const params = z.object({ id: Ident });
const errors = ['webhook.notFound'] as const;
const secret = z.string().nullable().describe('`whsec_…`; it is answered this once');

/** Addresses that are told events. Access tokens can't make any, because they would outlive the token. */
export const webhook = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/webhook',
    access: 'user',
    summary: 'My webhooks, newest first; never their secrets',
    answer: z.object({ items: z.array(WebhookItem), asks: ProofAsked }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/webhook',
    access: 'user',
    summary: 'Add a webhook',
    example: { body: { ...exampleFields, password: '…' }, refusal: 'settings.passwordWrong' },
    body: ProvenFields,
    answer: Result.extend({ id: z.string().nullable(), secret }),
    says: 'webhook.created',
    refused: { id: null, secret: null },
    errors: ['webhook.tooMany', 'webhook.address', ...ownerProofErrors],
  }),
  change: endpoint({
    method: 'POST',
    path,
    access: 'user',
    summary: 'Change a webhook of mine; another address and links ask for the proof',
    who: 'owner',
    example: { body: exampleFields },
    params,
    body: ProvenFields,
    answer: Result,
    says: 'webhook.changed',
    errors: [...errors, 'webhook.address', 'request.changed', ...ownerProofErrors],
  }),
  remove: endpoint({
    method: 'DELETE',
    path,
    access: 'user',
    summary: 'Delete a webhook of mine, with what waits for it',
    who: 'owner',
    params,
    answer: Result,
    says: 'webhook.removed',
    errors,
  }),
  rotate: endpoint({
    method: 'POST',
    path: `${path}/secret`,
    access: 'user',
    summary: 'Give a webhook a new secret; the old one signs beside it for 24 hours',
    who: 'owner',
    params,
    answer: Result.extend({ secret }),
    says: 'webhook.rotated',
    refused: { secret: null },
    errors,
  }),
  test: endpoint({
    method: 'POST',
    path: `${path}/test`,
    access: 'user',
    summary: 'Send an event named `test`, as all are sent',
    who: 'owner',
    params,
    answer: Result,
    says: 'webhook.queued',
    errors: [...errors, 'webhook.off', 'limit.attempts'],
  }),
  again: endpoint({
    method: 'POST',
    path: `${path}/again`,
    access: 'user',
    summary: 'Send an event again, with the same `webhook-id`',
    who: 'owner',
    example: { body: { delivery: '{id}' } },
    params,
    body: z.object({ delivery: Text.max(100) }),
    answer: Result,
    says: 'webhook.queued',
    errors: [...errors, 'webhook.off', 'limit.attempts'],
  }),
  attempts: endpoint({
    method: 'GET',
    path: `${path}/attempt`,
    access: 'user',
    summary: `The last ${maxWebhookAttempts} attempts, newest first`,
    who: 'owner',
    params,
    answer: z.object({ items: z.array(WebhookAttemptItem) }),
    errors,
  }),
};
