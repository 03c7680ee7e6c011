import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { testPasswords, testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';
import { openPingvin } from './pingvin';

describe('Pingvin Share', () => {
  const sample = sampleFor('pingvin', (folder, options) =>
    openPingvin({ from: path.join(folder, 'data'), files: null, config: null }, options),
  );
  testSample(sample);
  testPasswords(sample);

  test('a quota comes along', async () => {
    const account = await sample.ctx.db.account.findUniqueOrThrow({ where: { login: 'quota' } });
    expect(account.maxBytes).toBe(5_000_000n);
  });
});
