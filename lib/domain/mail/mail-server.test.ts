import { expect, test } from 'vitest';
import { readMailServer, writeMailServer } from './mail-server';

test.each([
  'smtps://mail.example.org',
  'smtp://me@mail.example.org:587',
  'smtps://me%40example.org@mail.example.org:465?pool=true',
  'smtp://[::1]:2525',
])('the fields of %s make it again', (url) => {
  expect(writeMailServer(readMailServer(url))).toBe(url);
});

test('a password may have any sign, and none is sent without its person', () => {
  const fields = { ...readMailServer('smtps://me@mail.example.org'), password: 'a/b?c#d@e:ü%' };
  const url = new URL(writeMailServer(fields));
  expect([url.hostname, decodeURIComponent(url.password)]).toEqual(['mail.example.org', 'a/b?c#d@e:ü%']);
  expect(writeMailServer({ ...fields, user: '' })).toBe('smtps://mail.example.org');
});

test('no server is no text', () => {
  expect(writeMailServer(readMailServer(''))).toBe('');
  expect(writeMailServer({ ...readMailServer(''), host: ' ' })).toBe('');
});
