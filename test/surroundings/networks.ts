import { spawnSync } from 'node:child_process';
import type { Family } from './lib/line';

const mayLeave = spawnSync('unshare', ['--net', 'ip', 'link', 'set', 'lo', 'up']).status === 0;
const skipped = !mayLeave && 'this account may not make a network of its own';
const up = 'ip link set lo up';
const onlyOld = `echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 && ${up}`;
const onlyNew = `${up} && ip address del 127.0.0.1/8 dev lo`;

export const family: Family = {
  about: 'a host without the one or the other kind of address',
  lines: () => [
    { name: 'no IPv6', network: onlyOld, host: '127.0.0.1', isNew: true, skipped },
    {
      name: 'no IPv6, and HOST=::',
      network: onlyOld,
      host: '127.0.0.1',
      env: { HOST: '::' },
      isNew: true,
      skipped,
    },
    {
      name: 'IPv6 only, and HOST=::1',
      network: onlyNew,
      host: '[::1]',
      env: { HOST: '::1' },
      isNew: true,
      isShort: true,
      skipped,
    },
    { name: 'IPv6 only, and no HOST', network: onlyNew, refused: 'HOST is "127.0.0.1"', skipped },
  ],
};
