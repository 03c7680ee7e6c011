import { expect, test } from 'vitest';
import { isEmailOrNone } from '@/lib/domain/mail/mail-address';
import { Email } from './person';

const texts = [
  '',
  '  ',
  ' ada@lovelace.example ',
  "o'neil+files@sub.example.org",
  'ada@localhost',
  'ada@',
  '@example.org',
  'ada lovelace@example.org',
  'ada@-example.org',
  'ada@example..org',
  `${'a'.repeat(242)}@example.org`,
  `${'a'.repeat(243)}@example.org`,
];

test.each(texts)('the form and the server agree about “%s”', (text) => {
  expect(isEmailOrNone(text)).toBe(Email.safeParse(text).success);
});
