import { describe, expect, test } from 'vitest';
import { mailAddress, mailbox } from './mail-address';

test.each([
  ['ada@example.org', 'ada@example.org'],
  ["o'neil+files.2026@sub.example.co.uk", "o'neil+files.2026@sub.example.co.uk"],
  ['Ada@Example.ORG', 'Ada@example.org'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  ['root@mailhost', 'root@mailhost'],
])('%s is an address', (text, address) => {
  expect(mailAddress(text)).toBe(address);
});

describe('what is no address', () => {
  test.each([
    '',
    'ada',
    '@example.org',
    'ada@',
    'ada@@example.org',
    '"ada@evil.example"@example.org',
    '"ada"@example.org',
    'Ada <ada@example.org>',
    '<ada@example.org>',
    'ada@example.org, eve@example.org',
    'ada@example.org;eve@example.org',
    'friends: ada@example.org;',
    'ada(comment)@example.org',
    'ada@[127.0.0.1]',
    'ada@[IPv6:::1]',
    'ada@127.0.0.1',
    'ada@2130706433',
    'ada@0x7f.1',
    'ada@１２７.0.0.1',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org\n',
    'ada@exam\0ple.org',
    'ada\0@example.org',
    'ada @example.org',
    'ada@example.org ',
    'ada@example.org:25',
    'ada@example.org/path',
    'ada@user:secret@example.org',
    'ada@example..org',
    'ada@.example.org',
    'ada@example.org.',
    'ada@-example.org',
    'ada@exa_mple.org',
    'ada@exa%6dple.org',
    'ada@xn--.org',
    '.ada@example.org',
    'ada.@example.org',
    'a..da@example.org',
    '-oQ/tmp@example.org',
    'ada%other.example@example.org',
    'other.example!ada@example.org',
    '|sh@example.org',
    'ädä@example.org',
    'ada\u202e@example.org',
    `${'a'.repeat(65)}@example.org`,
    `ada@${'a'.repeat(64)}.org`,
    `ada@${'a.'.repeat(126)}org`,
  ])('%j', (text) => {
    expect(mailAddress(text)).toBeNull();
  });
});

test.each([
  ['files@example.org', { name: '', address: 'files@example.org' }],
  ['<files@example.org>', { name: '', address: 'files@example.org' }],
  ['Our files <files@example.org>', { name: 'Our files', address: 'files@example.org' }],
  ['"Files, of ours" <files@example.org>', { name: 'Files, of ours', address: 'files@example.org' }],
  ['Files\r\nBcc: eve@example.org <files@example.org>', null],
  ['"a" "b" <files@example.org>', null],
  ['Files <files@example.org> <eve@example.org>', null],
  ['Files', null],
])('a sender is read from %j', (text, sender) => {
  expect(mailbox(text)).toEqual(sender);
});
