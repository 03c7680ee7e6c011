import * as z from 'zod';
import { Result, Text } from '../fields';
import { endpoint } from '../http/endpoint';

/** For senders: the alias stands in the header, as in all their calls. */
export const unlock = endpoint({
  method: 'POST',
  path: '/api/v2/alias/password',
  access: 'open',
  summary: 'Prove the password of an alias; a cookie then stands for it',
  body: z.object({ password: Text.min(1).max(1000) }),
  answer: Result,
  says: 'share.saved',
  setsCookie: true,
  errors: ['alias.notUsable', 'alias.passwordWrong', 'limit.attempts'],
});
