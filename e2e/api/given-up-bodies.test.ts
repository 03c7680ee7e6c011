import { expect, test } from 'vitest';
import { raw } from '@/testing/network/raw';

const calls = [
  '/api/v2/open/auth/login',
  '/api/v2/open/auth/proxy',
  '/api/v2/open/signup/register',
  '/api/v2/sec/settings/email',
  '/api/auth/callback/password',
];

test.each(calls)(
  'a body for %s that is refused half-way keeps nobody waiting who comes after',
  async (path) => {
    const bodies = [
      Buffer.alloc(200_000, 0x80),
      Buffer.alloc(255 * 1024, 0x80),
      Buffer.alloc(2_000_000, 0x20),
    ];
    for (const body of bodies) {
      const refused = await Promise.all(Array.from({ length: 5 }, () => raw('POST', path, { body })));
      for (const { status } of refused) expect([400, 401, 403, 404, 405, 413, 429]).toContain(status);
      const began = performance.now();
      const next = await Promise.all(
        Array.from({ length: 5 }, () => raw('GET', '/api/v2/open/info/version')),
      );
      expect(next.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(performance.now() - began).toBeLessThan(10_000);
    }
  },
);
