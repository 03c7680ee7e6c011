import * as z from 'zod';
import { IdResult } from '@/lib/contract/fields';
import { sealedDelivery } from '@/lib/contract/share/sealed-shapes';
import { Answers, ShareTerms } from '@/lib/contract/share/share-shapes';
import { endpoint } from '../http/endpoint';

// Separate from `share`, because the page of an alias needs only this.

export const createThroughAlias = endpoint({
  method: 'POST',
  path: '/api/v2/alias/upload/new',
  access: 'alias',
  parts: ['creationKey'],
  summary: 'Create an empty share for the owner of an alias',
  body: ShareTerms.extend({
    validity: z.number().nullish().describe('Ignored: the alias decides'),
    ...Answers.shape,
    ...sealedDelivery,
  }),
  answer: IdResult.extend({
    receipt: z.string().describe('The secret of the sender’s receipt, if any'),
  }),
  says: 'share.created',
  refused: { id: '', receipt: '' },
  errors: ['alias.notUsable', 'alias.sealedOnly', 'delivery.unanswered'],
});
