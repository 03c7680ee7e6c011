import * as z from 'zod';
import { Ident, IdResult, Result, Text } from '@/lib/contract/fields';
import { Answers, ShareTerms } from '@/lib/contract/share/share-shapes';
import { endpoint } from '../http/endpoint';

// What the page of an alias calls; it loads these alone, not all that can be asked of shares and mails.

export const createThroughAlias = endpoint({
  method: 'POST',
  path: '/api/v2/alias/upload/new',
  access: 'alias',
  summary: 'Create an empty share for the owner of an alias',
  body: ShareTerms.extend({
    validity: z.number().nullish().describe('Ignored: the alias decides'),
    ...Answers.shape,
  }),
  answer: IdResult.extend({
    receipt: z.string().describe('The secret of the sender’s receipt, if any'),
  }),
  says: 'share.created',
  refused: { id: '', receipt: '' },
  errors: ['alias.notUsable', 'delivery.unanswered'],
});

export const notify = endpoint({
  method: 'POST',
  path: '/api/v2/alias/mail/notify/{id}',
  access: 'alias',
  summary: 'Tell owner and members of the alias that a share has arrived, once',
  params: z.object({ id: Ident }),
  body: z.object({
    language: Text.max(20)
      .nullish()
      .describe('Of the receipt by mail, as in a page’s own tag, such as en or de'),
  }),
  answer: Result,
  says: 'mail.notified',
  errors: ['share.notFound', 'mail.off', 'mail.noReceivers', 'mail.limitReached'],
});
