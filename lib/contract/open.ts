import * as z from 'zod';
import { endpoint } from './endpoint';
import { Ident } from './fields';
import { ShareDetail } from './share';

export const open = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/open/share/{id}',
    access: 'open',
    summary: 'A published share, by its publish id; spends a view unless a visit is going on',
    params: z.object({ id: Ident }),
    carries: ['password', 'passwordCookie', 'visitCookie'],
    answer: ShareDetail,
    setsCookie: true,
    errors: ['open.notFound', 'open.passwordRequired', 'open.passwordWrong', 'limit.attempts'],
  }),
};
