import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { verifyPassword } from '@/lib/server/auth/password';
import { sampleFor, testSample } from '@/test/import-sample';
import { openPsitransfer } from './psitransfer';

describe('PsiTransfer', () => {
  const maxAgeMs = 630_720_000_000;
  const sample = sampleFor('psitransfer', (folder, reading) =>
    openPsitransfer(path.join(folder, 'data'), { maxAgeMs }, reading),
  );
  testSample(sample);

  test('passwords open what they opened, and nothing else does', async () => {
    for (const { linkId, password, wrongPasswords } of sample.expected.shares.filter((one) => one.password)) {
      const before = await sample.ctx.db.publication.findUniqueOrThrow({
        where: { linkId },
        include: { share: true },
      });
      const hash = before.share.passwordHash;
      expect(await verifyPassword(hash, password ?? ''), linkId).toBe(true);
      for (const wrong of wrongPasswords) expect(await verifyPassword(hash, wrong), linkId).toBe(false);
    }
  });
});
