import fs from 'node:fs';
import path from 'node:path';
import { describe } from 'vitest';
import { bucketStorage } from '@/lib/server/storage/s3/s3-storage';
import { endpoint, freshBucket } from '@/test/bucket';
import { testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';
import { openPicoshare } from './picoshare/picoshare';
import { openPingvin } from './pingvin/pingvin';
import { openPlik } from './plik/plik';
import { openPsitransfer } from './psitransfer/psitransfer';
import type { Reading, Source } from './source';

const openers: [string, (folder: string, reading: Reading) => Source | Promise<Source>][] = [
  ['picoshare', (folder, reading) => openPicoshare(path.join(folder, 'data/store.db'), reading)],
  [
    'pingvin',
    (folder, reading) => openPingvin({ from: path.join(folder, 'data'), files: null, config: null }, reading),
  ],
  ['plik', (folder, reading) => openPlik(path.join(folder, 'plik.db'), path.join(folder, 'files'), reading)],
  [
    'psitransfer',
    (folder, reading) => openPsitransfer(path.join(folder, 'data'), { maxAgeMs: maxAgeMs(folder) }, reading),
  ],
];

const maxAgeMs = (folder: string): number =>
  JSON.parse(fs.readFileSync(path.join(folder, 'expect.json'), 'utf8')).importOptions.maxAgeSeconds * 1000;

describe.skipIf(!endpoint).each(openers)('%s into a bucket', (product, open) => {
  const sample = sampleFor(product, open, async (db) => bucketStorage(await freshBucket(), db));
  testSample(sample);
});
