import { Result } from '@/lib/contract/fields';
import { endpoint } from '../http/endpoint';

/** For browsers, which send a password once; programs send it with each call. */
export const unlock = endpoint({
  method: 'POST',
  path: '/api/v2/alias/password',
  access: 'alias',
  summary: 'Prove the password of an alias; a cookie then stands for it',
  carries: ['password'],
  answer: Result,
  says: 'share.saved',
  setsCookie: true,
});
