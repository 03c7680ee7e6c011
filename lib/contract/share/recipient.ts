import * as z from 'zod';
import { bytesAtMost, Ident, Millis, Result, Subject, Text } from '@/lib/contract/fields';
import { endpoint } from '../http/endpoint';

export const Recipient = z
  .object({
    id: Ident,
    address: z.string(),
    state: z
      .enum(['waiting', 'sent', 'refused', 'withdrawn'])
      .describe('waiting: for the link, or to be mailed'),
    refusal: z.string().nullable().describe('What the mail server said; empty when it could not be reached'),
    opened: Millis.nullable().describe('For the first time'),
    system: z.string().nullable().describe('On what it was opened then, such as `iPhone`; null: not known'),
    downloads: z.int().nonnegative(),
    downloaded: Millis.nullable().describe('For the last time'),
    hasAll: z.boolean().describe('All files that there are now have been downloaded whole'),
  })
  .meta({ id: 'Recipient' });
export type Recipient = z.infer<typeof Recipient>;

const params = z.object({ id: Ident });
const one = params.extend({ recipientId: Ident });
const path = '/api/v2/sec/share/{id}/recipient';
const ofOne = ['share.notFound', 'recipient.notFound'] as const;

export const recipient = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'user',
    summary: 'Whom a share is for, and what they have had of it',
    who: 'owner',
    params,
    answer: z.object({ only: z.boolean().describe('It opens for them alone'), items: z.array(Recipient) }),
    errors: ['share.notFound'],
  }),
  add: endpoint({
    method: 'POST',
    path,
    access: 'user',
    summary: 'Add recipients; each gets a link of their own by mail, once the share is published',
    who: 'owner',
    example: { body: { to: [] }, refusal: 'mail.noRecipients' },
    params,
    body: z.object({
      to: z.array(Text).describe('At most 200 addresses in all; a text may hold several, with names'),
      subject: Subject.nullish().describe('Of their mails; not named: the title of the share'),
      message: Text.refine(...bytesAtMost(64 * 1024))
        .nullish()
        .describe('Their mails begin with it; not named: the description of the share'),
      only: z.boolean().optional().describe('Whether it opens for them alone; not named: as it is'),
    }),
    answer: Result.extend({
      added: z.int().nonnegative(),
      known: z.int().nonnegative().describe('Were recipients already'),
    }),
    says: 'recipient.added',
    refused: { added: 0, known: 0 },
    errors: [
      'share.notFound',
      'mail.off',
      'mail.noSender',
      'mail.noRecipients',
      'mail.badRecipients',
      'mail.tooManyRecipients',
      'mail.limitReached',
      'mail.receiverLimit',
    ],
  }),
  setOnly: endpoint({
    method: 'POST',
    path: '/api/v2/sec/share/{id}/only',
    access: 'user',
    summary: 'Whether a share opens for its recipients alone, who prove their address by a code',
    who: 'owner',
    example: { body: { value: false } },
    params,
    body: z.object({ value: z.boolean() }),
    answer: Result,
    says: 'share.saved',
    errors: ['share.notFound'],
  }),
  send: endpoint({
    method: 'POST',
    path: `${path}/{recipientId}`,
    access: 'user',
    summary: 'Mail the link to a recipient once more',
    who: 'owner',
    example: { refusal: 'recipient.notFound' },
    params: one,
    answer: Result,
    says: 'recipient.again',
    errors: [...ofOne, 'mail.off', 'mail.limitReached', 'mail.receiverLimit'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: `${path}/{recipientId}`,
    access: 'user',
    summary: 'Withdraw the link of one recipient',
    who: 'owner',
    example: { refusal: 'recipient.notFound' },
    params: one,
    answer: Result,
    says: 'share.saved',
    errors: ofOne,
  }),
};
