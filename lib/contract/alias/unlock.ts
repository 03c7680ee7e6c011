import { Result } from '@/lib/contract/fields';
import { Base64 } from '@/lib/contract/share/sealed-shapes';
import { endpoint } from '../http/endpoint';

/** For browsers, which send a password once; programs send it with each call. */
export const unlock = endpoint({
  method: 'POST',
  path: '/api/v2/alias/password',
  access: 'alias',
  summary: 'Prove the password of an alias; a cookie then stands for it',
  parts: ['password'],
  answer: Result.extend({
    publicKey: Base64(32).nullable().describe('Of a sealed inbox: what senders seal for; X25519, base64'),
  }),
  says: 'share.saved',
  refused: { publicKey: null },
  setsCookie: true,
});
