import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { bucketStorage } from '@/lib/server/storage/s3/s3-storage';
import { testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';
import { loadSharry } from '@/test/import/sharry';
import { isLong } from '@/testing/is-long';
import { endpoint, freshBucket } from '@/testing/network/bucket';
import { openPicoshare } from './picoshare/picoshare';
import { openPingvin } from './pingvin/pingvin';
import { openPlik } from './plik/plik';
import { openPsitransfer } from './psitransfer/psitransfer';
import { openSharry } from './sharry/sharry';
import type { ImportSource, SourceOptions } from './source';

const openers: [string, (folder: string, options: SourceOptions) => ImportSource | Promise<ImportSource>][] =
  [
    ['picoshare', (folder, options) => openPicoshare(path.join(folder, 'data/store.db'), options)],
    [
      'pingvin',
      (folder, options) =>
        openPingvin({ from: path.join(folder, 'data'), files: null, config: null }, options),
    ],
    [
      'plik',
      (folder, options) => openPlik(path.join(folder, 'plik.db'), path.join(folder, 'files'), options),
    ],
    [
      'psitransfer',
      (folder, options) =>
        openPsitransfer(path.join(folder, 'data'), { maxAgeMs: maxAgeMs(folder) }, options),
    ],
  ];

const maxAgeMs = (folder: string): number =>
  JSON.parse(fs.readFileSync(path.join(folder, 'expect.json'), 'utf8')).importOptions.maxAgeSeconds * 1000;

const tried = openers.filter(([product]) => isLong || product === 'pingvin');

describe.skipIf(!endpoint).each(tried)('%s into a bucket', (product, open) => {
  const sample = sampleFor(product, open, async (db) => bucketStorage(await freshBucket(), db));
  testSample(sample);
});

describe.skipIf(!endpoint || !isLong)('sharry into a bucket', () => {
  let there: Awaited<ReturnType<typeof loadSharry>>;
  const sample = sampleFor(
    'sharry-pg-fs',
    (folder) =>
      openSharry({
        from: there.url,
        files: path.join(folder, 'store'),
        config: path.join(folder, 'sharry.conf'),
        zone: 'Europe/Berlin',
        variables: {},
      }),
    async (db) => bucketStorage(await freshBucket(), db),
  );
  beforeAll(async () => {
    there = await loadSharry(sample.folder);
  });
  afterAll(() => there.remove());
  testSample(sample);
});
