import fs from 'node:fs';
import path from 'node:path';
import { describe } from 'vitest';
import { openSource } from '@/lib/server/import/import-source';
import { testPasswords, testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';

/** In seconds, as there. With days or milliseconds all of its shares would have expired. */
const maxAge = 630_720_000;

describe('PsiTransfer', () => {
  const sample = sampleFor('psitransfer', (folder, options) => {
    const config = path.join(options.workFolder, 'config.env');
    fs.writeFileSync(config, `PSITRANSFER_MAX_AGE=${maxAge}\n`);
    const location = { from: path.join(folder, 'data'), files: null, config, zone: null, variables: {} };
    return openSource('psitransfer', location, options);
  });
  testSample(sample);
  testPasswords(sample);
});
