import { expect, test } from 'vitest';
import { clientAddress } from './client-address';

const proxies = ['10.0.0.0/8', '192.0.2.10', '2001:db8:ff::/48'];
const addressOf = (socket: string, forwarded?: string) => clientAddress(socket, forwarded, proxies);

test('without proxies the connection is who is calling, whatever it says', () => {
  expect(clientAddress('203.0.113.7', '198.51.100.1', [])).toBe('203.0.113.7');
});

test('a stranger speaks for nobody else', () => {
  expect(addressOf('203.0.113.7', '198.51.100.1, 10.0.0.1')).toBe('203.0.113.7');
});

test('behind a proxy it is whom the proxy has seen, not what that one has made up', () => {
  expect(addressOf('10.0.0.1', '198.51.100.1, 203.0.113.7')).toBe('203.0.113.7');
  expect(addressOf('10.0.0.1', '198.51.100.1,203.0.113.7 , 192.0.2.10')).toBe('203.0.113.7');
});

test('IPv4 in the clothes of IPv6, ports and brackets are seen through', () => {
  expect(addressOf('::ffff:10.0.0.1', '203.0.113.7:4711')).toBe('203.0.113.7');
  expect(addressOf('2001:db8:ff::1', '[2001:db8::7]:443')).toBe('2001:db8::7');
});

test('what is no address ends the reading at the last one that was', () => {
  expect(addressOf('10.0.0.1')).toBe('10.0.0.1');
  expect(addressOf('10.0.0.1', '203.0.113.7, unknown')).toBe('10.0.0.1');
  expect(addressOf('10.0.0.1', '203.0.113.7, "; DROP TABLE')).toBe('10.0.0.1');
});

test('where all are proxies it is the first of them', () => {
  expect(addressOf('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
});
