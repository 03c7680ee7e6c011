import { expect, test } from 'vitest';
import { keyChars } from '@/lib/contract/http/request-parts';
import { newCreationKey, RepeatableCreation } from './creation-key';

test('a repeated creation keeps its key; a different one, or one after an answer, gets another', () => {
  const creation = new RepeatableCreation();
  const keyOf = (body: object) => creation.headersFor(body)['Idempotency-Key'];
  const first = keyOf({ name: 'Plans' });
  expect(keyOf({ name: 'Plans' })).toBe(first);
  expect(keyOf({ name: 'Other' })).not.toBe(first);
  const answered = keyOf({ name: 'Plans' });
  creation.end();
  expect(new Set([first, answered, keyOf({ name: 'Plans' })]).size).toBe(3);
});

test('a key is as long as the server wants', () => {
  for (let count = 0; count < 50; count++) {
    const { length } = newCreationKey();
    expect(length >= keyChars.min && length <= keyChars.max).toBe(true);
  }
});
