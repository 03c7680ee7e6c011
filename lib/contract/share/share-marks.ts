import * as z from 'zod';
import { Ident, Result } from '@/lib/contract/fields';
import { endpoint } from '../http/endpoint';

const params = z.object({ id: Ident });

/** Fields of a share, in lists and by itself, that each person has of their own. */
export const ownMarks = {
  unread: z.boolean().describe('Came through an alias, and the caller has not opened it yet'),
};
export type OwnMarks = z.output<z.ZodObject<typeof ownMarks>>;

export const shareMarks = {
  markRead: endpoint({
    method: 'POST',
    path: '/api/v2/sec/share/{id}/read',
    access: 'user',
    summary: 'Note that the caller has opened what came through an alias',
    who: 'managers',
    params,
    answer: Result,
    says: 'share.saved',
    errors: ['share.notFound'],
  }),
};
