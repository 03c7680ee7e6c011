import path from 'node:path';
import { describe } from 'vitest';
import { testSample, useSample } from '@/test/import-sample';
import { openPicoshare } from './picoshare';

describe('PicoShare', () => {
  testSample(
    useSample('picoshare', (folder, reading) => openPicoshare(path.join(folder, 'data/store.db'), reading)),
  );
});
