import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPasswords, testSample } from '@/test/import/expectations';
import { loadSharryIntoMariadb, mariadb } from '@/test/import/mariadb';
import { sampleFor } from '@/test/import/sample';
import { openSharry } from './sharry';

describe.skipIf(!mariadb).each([
  ['sharry-pg-db', { zone: null, files: null }],
  ['sharry-pg-fs', { zone: 'Europe/Berlin', files: 'store' }],
])('Sharry in MariaDB as in %s', (name, { zone, files }) => {
  let there: Awaited<ReturnType<typeof loadSharryIntoMariadb>>;
  const open = (folder: string, from: string) =>
    openSharry({
      from: null,
      files: files && path.join(folder, files),
      config: path.join(folder, 'sharry.conf'),
      zone,
      variables: { SHARRY_BACKEND_JDBC_URL: `jdbc:${from}`, SHARRY_BACKEND_JDBC_USER: 'root' },
    });
  const sample = sampleFor(name, (folder) => open(folder, there.url.replace('root@', '')));
  beforeAll(async () => {
    there = await loadSharryIntoMariadb(sample.folder);
  });
  afterAll(() => there.remove());
  testSample(sample);
  testPasswords(sample);

  test('another database, and none, are refused by name', async () => {
    const url = there.url.replace('root@', '');
    await expect(open(sample.folder, url.replace(/[^/]*$/, 'mysql'))).rejects.toThrow(
      'not Sharry’s database',
    );
    await expect(open(sample.folder, `${url}_2`)).rejects.toThrow('can’t be opened: Unknown database');
  });
});
