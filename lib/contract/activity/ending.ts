import * as z from 'zod';
import { Millis, Result, Secret } from '@/lib/contract/fields';
import { endpoint } from '../http/endpoint';

const Token = Secret.max(2000).describe('From the mail: for one share and one end of its link, once');

export const ending = {
  look: endpoint({
    method: 'POST',
    path: '/api/v2/open/ending/look',
    access: 'open',
    summary: 'Which share a reminder is about, and when its link ends; changes nothing',
    body: z.object({ token: Token }),
    answer: z.object({ name: z.string(), until: Millis }),
    errors: ['ending.over', 'limit.attempts'],
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/v2/open/ending',
    access: 'open',
    summary: 'Extend that link by 7 days, or let it end without another reminder',
    body: z.object({ token: Token, extend: z.boolean() }),
    answer: Result.extend({ until: Millis.nullable() }),
    says: 'settings.saved',
    refused: { until: null },
    errors: ['ending.over', 'share.validityTooLong', 'limit.attempts'],
  }),
};
