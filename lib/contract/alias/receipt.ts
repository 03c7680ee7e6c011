import * as z from 'zod';
import { Bytes, Millis, Result, Secret } from '@/lib/contract/fields';
import { Delivery } from '@/lib/contract/share/share-shapes';
import { endpoint } from '../http/endpoint';

/** A mail may have cut off all of it. */
const Token = Secret.max(100).describe('The secret of a receipt, answered when its delivery was begun');

const { answers } = Delivery.shape;
const Receipt = z.object({
  number: z.int().nonnegative().describe('By which sender and receivers know the delivery'),
  at: Millis,
  aliasName: z.string(),
  note: z.string().nullable(),
  sealed: z.boolean().describe('It is end-to-end encrypted'),
  sender: Delivery.pick({ name: true, email: true, reference: true, isLate: true }).extend({
    answers: z.array(answers.element.pick({ label: true, value: true, kind: true })),
  }),
  files: z
    .array(
      z.object({
        path: z.string(),
        name: z.string(),
        size: Bytes,
        sha256: z.string().nullable(),
        scan: z.enum(['checking', 'held']).optional(),
      }),
    )
    .describe(
      'What has arrived, at most a thousand; `sha256` is null until it is computed, and of what the virus scan holds back',
    ),
  total: z.object({ files: z.int().nonnegative(), size: Bytes }).describe('With what is still on its way'),
  changesUntil: Millis.nullable().describe(
    'Until then it can be added to and taken back, unless somebody opens it; null: no more',
  ),
  isOver: z.boolean().describe('It could be changed until somebody opened it, or the time was over'),
  into: z.object({ aliasId: z.string(), shareId: z.string() }).nullable().describe('Where more can be added'),
});
export type Receipt = z.infer<typeof Receipt>;

export const receipt = {
  look: endpoint({
    method: 'POST',
    path: '/api/v2/open/receipt/look',
    access: 'open',
    summary: 'What came of a delivery',
    example: { refusal: 'receipt.notFound' },
    body: z.object({ token: Token }),
    answer: Receipt,
    errors: ['receipt.notFound', 'limit.attempts'],
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/v2/open/receipt/back',
    access: 'open',
    summary: 'Delete a delivery that nobody has opened yet',
    example: { refusal: 'receipt.notFound' },
    body: z.object({ token: Token }),
    answer: Result,
    says: 'receipt.back',
    errors: ['receipt.notFound', 'receipt.seen', 'limit.attempts'],
  }),
};
