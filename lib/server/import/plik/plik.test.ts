import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPasswords, testSample } from '@/test/import/expectations';
import { loadPlik } from '@/test/import/plik';
import { sampleFor } from '@/test/import/sample';
import { openPlik } from './plik';

describe('Plik in SQLite', () => {
  const sample = sampleFor('plik', (folder, options) =>
    openPlik(path.join(folder, 'plik.db'), path.join(folder, 'files'), options),
  );
  testSample(sample);
  testPasswords(sample);
});

describe('Plik in PostgreSQL', () => {
  let there: Awaited<ReturnType<typeof loadPlik>>;
  const sample = sampleFor('plik', (folder, options) =>
    openPlik(there.url, path.join(folder, 'files'), options),
  );
  beforeAll(async () => {
    there = await loadPlik(path.join(sample.folder, 'plik.db'));
  });
  afterAll(() => there.remove());
  testSample(sample);
  testPasswords(sample);

  test('a database that another product has, or nobody, is refused by name', async () => {
    const url = new URL(there.url);
    const options = { now: new Date(), workFolder: '' };
    url.pathname = '/template1';
    await expect(openPlik(url.href, sample.folder, options)).rejects.toThrow('This is not Plik’s database');
    url.pathname = '/nobody';
    await expect(openPlik(url.href, sample.folder, options)).rejects.toThrow('nobody can’t be opened');
  });
});
