import * as z from 'zod';
import { Ident, Result, Text } from '@/lib/contract/fields';
import { endpoint } from '../http/endpoint';

// Separate from `mail`, because the page of an alias needs only this.

export const notify = endpoint({
  method: 'POST',
  path: '/api/v2/alias/mail/notify/{id}',
  access: 'alias',
  summary: 'Tell owner and members of the alias that a share has arrived, once',
  example: { refusal: 'mail.noReceivers' },
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
