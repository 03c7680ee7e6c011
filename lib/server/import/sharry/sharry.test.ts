import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPasswords, testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';
import { loadSharry } from '@/test/import/sharry';
import { emptyDatabase } from '@/test/own-database';
import { openSharry, type SharryPlace } from './sharry';

describe.each([
  ['sharry-pg-db', { zone: null, files: null }],
  ['sharry-pg-fs', { zone: 'Europe/Berlin', files: 'store' }],
])('Sharry as in %s', (name, { zone, files }) => {
  let there: Awaited<ReturnType<typeof loadSharry>>;
  const place = (folder: string): SharryPlace => ({
    from: there.url,
    files: files && path.join(folder, files),
    config: path.join(folder, 'sharry.conf'),
    zone,
    variables: {},
  });
  const sample = sampleFor(name, (folder) => openSharry(place(folder)));
  beforeAll(async () => {
    there = await loadSharry(sample.folder);
  });
  afterAll(() => there.remove());
  testSample(sample);
  testPasswords(sample);

  test('shares keep the IDs that their people’s addresses hold', async () => {
    for (const { shareId, validityMs } of sample.expected.shares.slice(1)) {
      const share = await sample.ctx.db.share.findUniqueOrThrow({ where: { id: shareId ?? '' } });
      expect(Number(share.validityMs)).toBe(validityMs);
    }
  });

  test('other databases and unknown zones are refused', async () => {
    const none = await emptyDatabase();
    const wrong = { ...place(sample.folder), from: none.url };
    await expect(openSharry(wrong)).rejects.toThrow('This is not Sharry’s database');
    await none.remove();
    await expect(openSharry({ ...wrong, zone: 'Mars' })).rejects.toThrow('--zone Mars is no time zone');
    for (const kind of ['h2', 'mariadb']) {
      const variables = { SHARRY_BACKEND_JDBC_URL: `jdbc:${kind}://x` };
      await expect(openSharry({ ...wrong, from: null, variables })).rejects.toThrow('empty PostgreSQL');
    }
  });
});
