import path from 'node:path';
import { describe } from 'vitest';
import { testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';
import { openPicoshare } from './picoshare';

describe('PicoShare', () => {
  testSample(
    sampleFor('picoshare', (folder, options) => openPicoshare(path.join(folder, 'data/store.db'), options)),
  );
});
