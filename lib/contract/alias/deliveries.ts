import * as z from 'zod';
import { Bytes, Ident, ListQuery, Millis, Result } from '@/lib/contract/fields';
import { Delivery } from '@/lib/contract/share/share-shapes';
import { deliveryFilters } from '@/lib/domain/list-view';
import { endpoint } from '../http/endpoint';

const count = z.int().nonnegative();

export const DeliveryItem = Delivery.extend({
  id: Ident.describe('Of the share that it is'),
  title: z.string().nullable().describe('What its sender wrote that it is called by'),
  firstFile: z.string().nullable(),
  created: Millis,
  files: count,
  size: Bytes,
  incomplete: count.describe('How many of its files have not fully arrived'),
  checking: count.describe('How many of its files wait for their virus scan'),
  quarantined: count.describe('How many of its files are quarantined'),
  unread: z.boolean().describe('The caller has not opened it yet'),
  done: z.boolean().describe('Its owner or a member has ticked it off'),
  alias: Ident.describe('Through which it came'),
}).meta({ id: 'DeliveryItem' });
export type DeliveryItem = z.infer<typeof DeliveryItem>;

const DeliveriesQuery = ListQuery.extend({
  alias: Ident.optional().describe('Only what came through this alias'),
  state: z.enum(deliveryFilters).optional().describe('Only those that are like this'),
});
export type DeliveriesQuery = z.output<typeof DeliveriesQuery>;

const params = z.object({ id: Ident });

export const deliveries = {
  search: endpoint({
    method: 'GET',
    path: '/api/v2/sec/delivery',
    access: 'user',
    summary: 'What came through aliases, newest first, with what its senders said',
    query: DeliveriesQuery,
    answer: z.object({
      items: z.array(DeliveryItem),
      inboxes: z
        .array(z.object({ id: Ident, name: z.string(), deliveries: count, size: Bytes }))
        .describe('The first 100 aliases by name, and the one asked for, with all that came through each'),
      total: z.object({ deliveries: count, files: count, size: Bytes }).describe('Over all pages'),
    }),
    errors: ['alias.notFound'],
  }),
  setDone: endpoint({
    method: 'POST',
    path: '/api/v2/sec/share/{id}/done',
    access: 'user',
    summary: 'Tick a delivery off, or take the tick away; owner and members of its alias see it',
    who: 'managers',
    params,
    body: z.object({ value: z.boolean() }),
    answer: Result,
    says: 'share.saved',
    errors: ['share.notFound'],
  }),
};
