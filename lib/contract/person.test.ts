import { expect, test } from 'vitest';
import { isEmailOrNone } from '@/lib/domain/mail/mail-address';
import { account } from './account/account';
import { Email } from './person';
import { signup } from './signup';

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

test('nobody can sign up with somebody’s address as login, but an admin can assign one', () => {
  const person = { login: 'Ada@example.org', password: 'correct horse battery' };
  const refused = signup.register.body.safeParse(person);
  expect(refused.error?.issues).toMatchObject([{ path: ['login'], message: 'hasAt' }]);
  expect(account.create.body.safeParse({ ...person, state: 'Active', admin: false }).success).toBe(true);
  expect(signup.register.body.parse({ ...person, login: 'Ada' }).login).toBe('ada');
});
