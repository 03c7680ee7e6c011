import * as z from 'zod';
import { endpoint } from './endpoint';
import { Ident, Result } from './fields';

export const mail = {
  notify: endpoint({
    method: 'POST',
    path: '/api/v2/alias/mail/notify/{id}',
    access: 'alias',
    summary: 'Tell the people behind an alias that a share has come through it',
    params: z.object({ id: Ident }),
    answer: Result,
    errors: ['alias.notUsable', 'share.notFound'],
  }),
};
