import path from 'node:path';
import { describe } from 'vitest';
import { testPasswords, testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';
import { openPlik } from './plik';

describe('Plik', () => {
  const sample = sampleFor('plik', (folder, reading) =>
    openPlik(path.join(folder, 'plik.db'), path.join(folder, 'files'), reading),
  );
  testSample(sample);
  testPasswords(sample);
});
