import { expect, test } from 'vitest';
import { documentLink, headingAnchor } from './link';

test.each([
  ['guide', 'receive.md', '/api/doc/guide/receive'],
  ['guide', 'receive.md#create-an-inbox', '/api/doc/guide/receive#create-an-inbox'],
  ['guide', 'guide.md', '/api/doc/guide'],
  ['guide', '../operate/mail.md#test', '/api/doc/operate/mail#test'],
  ['operate', '../use/guide.md', '/api/doc/guide'],
  ['operate', 'proxy.md', '/api/doc/operate/proxy'],
  ['operate', 's3.md#ceph', '/api/doc/operate/s3#ceph'],
  ['operate', '#restore', '#restore'],
  ['operate', 'https://example.org/a.md', 'https://example.org/a.md'],
  ['guide', '../../SECURITY.md#sealed-shares', null],
  ['guide', '../develop/sealed.md', null],
  ['guide', '../operate/../../secret.md', null],
] as const)('a link of a %s page to %s leads to %s', (area, href, address) => {
  expect(documentLink(area, href)).toBe(address);
});

test('a heading has the anchor that links to it name', () => {
  expect(headingAnchor('Two-factor authentication (2FA)')).toBe('two-factor-authentication-2fa');
});
