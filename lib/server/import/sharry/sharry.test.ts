import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPasswords, testSample } from '@/test/import/expectations';
import { sampleFor, samples } from '@/test/import/sample';
import { loadSharry } from '@/test/import/sharry';
import { emptyDatabase } from '@/testing/service/own-database';
import type { Remark } from '../source';
import { openSharry, type SharryLocation } from './sharry';

describe.each([
  ['sharry-pg-db', { zone: null, files: null }],
  ['sharry-pg-fs', { zone: 'Europe/Berlin', files: 'store' }],
])('Sharry as in %s', (name, { zone, files }) => {
  let there: Awaited<ReturnType<typeof loadSharry>>;
  const place = (folder: string): SharryLocation => ({
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

  test('an invitation holds as long as it did there, and comes once; those that have ended stay behind', async () => {
    const { db, now } = sample.ctx;
    const invites = await db.invite.findMany();
    expect(invites).toMatchObject([
      { keyStart: expect.stringMatching(/^[A-Za-z0-9]{6}$/), createdById: null },
    ]);
    expect(invites[0]?.expiresAt.getTime()).toBeGreaterThan(now.getTime());
    expect(Number(invites[0]?.expiresAt) - Number(invites[0]?.createdAt)).toBe(14 * 86_400_000);
    await db.invite.deleteMany();
    await sample.run(false);
    expect(await db.invite.count()).toBe(0);
  });

  test('other databases and unknown zones are refused', async () => {
    const none = await emptyDatabase();
    const wrong = { ...place(sample.folder), from: none.url };
    await expect(openSharry(wrong)).rejects.toThrow('This is not Sharry’s database');
    await none.remove();
    await expect(openSharry({ ...wrong, zone: 'Mars' })).rejects.toThrow('--zone Mars is no time zone');
    const from = (url: string) =>
      openSharry({ ...wrong, from: null, variables: { SHARRY_BACKEND_JDBC_URL: url } });
    await expect(from('jdbc:h2:///var/sharry.db')).rejects.toThrow('load the dump into an empty PostgreSQL');
    await expect(from('jdbc:oracle:x')).rejects.toThrow('no PostgreSQL or MariaDB database');
    await expect(from('jdbc:mariadb://127.0.0.1:9/sharry')).rejects.toThrow(
      '127.0.0.1:9/sharry can’t be opened',
    );
  });
});

test('a newer schema is refused; an id with .. leads nowhere; a chunk that is missing is no end', async () => {
  const there = await loadSharry(path.join(samples, 'sharry-pg-fs'));
  const client = new pg.Client({ connectionString: there.url });
  await client.connect();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-sharry-'));
  const open = () =>
    openSharry({
      from: there.url,
      files: path.join(folder, 'store'),
      config: null,
      zone: null,
      variables: {},
    });
  try {
    fs.cpSync(path.join(samples, 'sharry-pg-fs/store'), path.join(folder, 'store'), { recursive: true });
    const long = '53/53o19GRhUoH-15oGttU6wvV-MzLoFfTupn3-fnnmVHjL7Vm';
    fs.rmSync(path.join(folder, 'store', long, 'chunk_00000005'));
    const out = '../../../outside';
    fs.mkdirSync(path.join(folder, 'outside'));
    const { rows } = await client.query(
      'SELECT id, file_id FROM public.share_file WHERE file_id IN (SELECT file_id FROM public.filemeta WHERE length > 0) LIMIT 1',
    );
    await client.query('SET session_replication_role = replica');
    for (const table of ['share_file', 'filemeta'])
      await client.query(`UPDATE public.${table} SET file_id = $1 WHERE file_id = $2`, [
        out,
        rows[0].file_id,
      ]);
    const source = await open();
    const remarks: Remark[] = [];
    for await (const item of source.items()) if ('remark' in item) remarks.push(item.remark);
    await source.close();
    const left = remarks.filter(({ reason }) => reason === 'bytesMissing' || reason === 'unfinished');
    expect(left.map(({ oldId }) => oldId)).toContain(rows[0].id);
    expect(left.map(({ text }) => text)).toContain('a chunk in the middle of it is missing');
    await client.query(
      "INSERT INTO public.flyway_schema_history SELECT 99, '2.0.0', description, type, script, checksum, installed_by, installed_on, 1, true FROM public.flyway_schema_history LIMIT 1",
    );
    await expect(open()).rejects.toThrow('has schema 2.0.0; Slipway knows Sharry’s up to 1.2.2');
  } finally {
    fs.rmSync(folder, { recursive: true });
    await client.end();
    await there.remove();
  }
});
