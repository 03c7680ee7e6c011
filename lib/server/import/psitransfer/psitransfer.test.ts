import path from 'node:path';
import { describe } from 'vitest';
import { testPasswords, testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';
import { openPsitransfer } from './psitransfer';

describe('PsiTransfer', () => {
  const maxAgeMs = 630_720_000_000;
  const sample = sampleFor('psitransfer', (folder, reading) =>
    openPsitransfer(path.join(folder, 'data'), { maxAgeMs }, reading),
  );
  testSample(sample);
  testPasswords(sample);
});
