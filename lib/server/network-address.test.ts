import { expect, test } from 'vitest';
import { isInNetworks, isLoopback } from './network-address';

test('in a network are its addresses, in every way a socket writes them, and no others', () => {
  const networks = ['127.0.0.1', '10.1.0.0/16', 'fd00::/8'];
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.1.255.1', 'fd00::1']) {
    expect(isInNetworks(networks, address)).toBe(true);
  }
  for (const address of ['127.0.0.2', '10.2.0.1', '::ffff:10.2.0.1', 'fe80::1', '::1', '', 'localhost']) {
    expect(isInNetworks(networks, address)).toBe(false);
  }
});

test.each(['localhost', '127.0.0.1', '127.0.0.2', '::1', '[::1]', '::ffff:127.0.0.1'])(
  '%s is this very machine',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each(['0.0.0.0', '::', '128.0.0.1', '127.example.org', 'localhost.example.org', ''])(
  '%s may be another machine',
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
