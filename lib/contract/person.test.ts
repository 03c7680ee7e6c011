import { expect, test } from 'vitest';
import { isEmailOrNone } from '@/lib/domain/mail/mail-address';
import { Email } from './person';

const texts = [
  '',
  '  ',
  ' ada@lovelace.example ',
  "o'neil+files@sub.example.org",
  'ada@localhost',
  'Ada Lovelace <ada@example.org>',
  '"Lovelace, Ada" <ada@example.org>',
  'mailto:ada@example.org',
  'ada@bücher.example',
  'ada@example.org, bob@example.org',
  'Ada <ada@example.org> and Bob <bob@example.org>',
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

test('an address is read as it is pasted', () => {
  const pasted = [
    ' Ada Lovelace <ada@example.org> ',
    'MAILTO:ada@example.org',
    'mailto:ada@example.org?subject=Hi',
    '<ada@example.org>',
    '\u200eada@example.org\u200e',
    'ada＠example.org',
    'ada@example.org.',
    'Ada Lovelace <ada@example.org>,',
  ];
  expect(pasted.map((text) => Email.parse(text))).toEqual(pasted.map(() => 'ada@example.org'));
  expect(Email.parse('ada@bücher.example')).toBe('ada@xn--bcher-kva.example');
  expect(Email.safeParse('ada@example.org, bob@example.org').success).toBe(false);
});
