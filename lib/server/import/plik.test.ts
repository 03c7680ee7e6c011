import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyPassword } from '@/lib/server/auth/password';
import { sampleFor, testSample } from '@/test/import-sample';
import { openPlik } from './plik';

describe('Plik', () => {
  const sample = sampleFor('plik', (folder, reading) =>
    openPlik(path.join(folder, 'plik.db'), path.join(folder, 'files'), reading),
  );
  testSample(sample);

  test('passwords of shares open what they opened, and nothing else does', async () => {
    const locked = sample.expected.shares.filter(({ password }) => password !== null);
    expect(locked.length).toBeGreaterThan(1);
    for (const { linkId, password, wrongPasswords } of locked) {
      const { share } = await sample.ctx.db.publication.findUniqueOrThrow({
        where: { linkId },
        include: { share: true },
      });
      expect(await verifyPassword(share.passwordHash, password ?? '')).toBe(true);
      for (const wrong of wrongPasswords) expect(await verifyPassword(share.passwordHash, wrong)).toBe(false);
    }
  });

  test('each account signs in with the password it had', async () => {
    for (const { login, password } of sample.expected.accounts) {
      const { passwordHash } = await sample.ctx.db.account.findUniqueOrThrow({ where: { login } });
      if (password === null) expect(passwordHash).toBeNull();
      else expect(await verifyPassword(passwordHash, password), login).toBe(true);
    }
  });
});
