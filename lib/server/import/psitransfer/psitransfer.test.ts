import path from 'node:path';
import { describe } from 'vitest';
import { testPasswords, testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';
import { openPsitransfer } from './psitransfer';

describe('PsiTransfer', () => {
  const maxAgeMs = 630_720_000_000;
  const sample = sampleFor('psitransfer', (folder, options) =>
    openPsitransfer(path.join(folder, 'data'), { maxAgeMs }, options),
  );
  testSample(sample);
  testPasswords(sample);
});
