import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Database } from 'node-sqlite3-wasm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retryPolicy } from '@/lib/server/storage/s3/errors';
import { type BucketSettings, clientConfig } from '@/lib/server/storage/s3/part-store';
import { testPasswords, testSample } from '@/test/import/expectations';
import { sampleFor } from '@/test/import/sample';
import { loadSharry } from '@/test/import/sharry';
import { endpoint, freshBucket } from '@/testing/network/bucket';
import { openPingvin } from './pingvin/pingvin';
import { openSharry } from './sharry/sharry';

const bytes = Buffer.from('another product keeps this in a bucket');
const put = (to: BucketSettings, key: string, body: Buffer) =>
  new S3Client(clientConfig(to, retryPolicy)).send(
    new PutObjectCommand({ Bucket: to.bucket, Key: key, Body: body }),
  );

describe.skipIf(!endpoint)('Sharry with its chunks in a bucket', () => {
  let there: Awaited<ReturnType<typeof loadSharry>>;
  let bucket: BucketSettings;
  const sample = sampleFor('sharry-pg-fs', (folder) =>
    openSharry({
      from: there.url,
      files: null,
      config: path.join(folder, 'sharry.conf'),
      zone: 'Europe/Berlin',
      variables: {
        SHARRY_BACKEND_FILES_DEFAULT_STORE: 'minio',
        SHARRY_BACKEND_FILES_STORES_MINIO_ENDPOINT: bucket.endpoint,
        SHARRY_BACKEND_FILES_STORES_MINIO_BUCKET: bucket.bucket,
        SHARRY_BACKEND_FILES_STORES_MINIO_ACCESS_KEY: bucket.accessKeyId,
        SHARRY_BACKEND_FILES_STORES_MINIO_SECRET_KEY: bucket.secretAccessKey,
      },
    }),
  );
  beforeAll(async () => {
    [there, bucket] = [await loadSharry(sample.folder), await freshBucket()];
    const store = path.join(sample.folder, 'store');
    for (const file of fs.readdirSync(store, { recursive: true, withFileTypes: true })) {
      const place = path.join(file.parentPath, file.name);
      if (file.isFile())
        await put(bucket, path.relative(store, place).slice('ab/'.length), fs.readFileSync(place));
    }
  });
  afterAll(() => there?.remove());
  testSample(sample);
  testPasswords(sample);
});

const shareId = '7QP0s3SE';

describe('Pingvin Share with shares in a bucket', () => {
  let folder: string;
  let config: string | null = null;
  const sample = sampleFor('pingvin', (_, options) =>
    openPingvin({ from: folder, files: null, config }, options),
  );
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-pingvin-'));
    fs.cpSync(path.join(sample.folder, 'data'), folder, { recursive: true });
    const db = new Database(path.join(folder, 'pingvin-share.db'));
    const values = { id: 'one-of-the-same-name', createdAt: 1, name: 'twice.txt', size: '3', shareId };
    const insert = `INSERT INTO File (${Object.keys(values)}) VALUES (?, ?, ?, ?, ?)`;
    db.run('DELETE FROM File WHERE shareId = ?', [shareId]);
    db.run(insert, Object.values(values));
    db.run(insert, ['the-later-of-them', 2, 'twice.txt', String(bytes.length), shareId]);
    db.run(insert, ['never-uploaded', 3, 'gone.txt', '7', shareId]);
    db.close();
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  const write = (settings: BucketSettings) => {
    config = path.join(folder, 'elsewhere.yaml');
    const lines = [
      's3:',
      '  enabled: "true"',
      `  endpoint: ${settings.endpoint}`,
      `  bucketName: ${settings.bucket}`,
      '  bucketPath: some/where',
      `  key: ${settings.accessKeyId}`,
      `  secret: ${settings.secretAccessKey}`,
    ];
    fs.writeFileSync(config, `${lines.join('\n')}\n`);
  };
  const said = (report: { lines: () => string[] }) =>
    report.lines().find((line) => line.includes(`share ${shareId}`));

  test('a bucket that doesn’t answer leaves its shares behind, says why, and names no key', async () => {
    const keys = { accessKeyId: 'who-am-i', secretAccessKey: 'do-not-tell' };
    const place = { region: '', forcePathStyle: true, prefix: '' };
    write({ endpoint: 'http://127.0.0.1:9', bucket: 'theirs', ...keys, ...place });
    const report = await sample.run(true);
    expect(said(report)).toContain('the bucket theirs at http://127.0.0.1:9 can’t be read (ECONNREFUSED)');
    expect(report.lines().join()).not.toMatch(/who-am-i|do-not-tell/);
    config = null;
    expect(said(await sample.run(true))).toContain('its name or keys are not set');
  });

  test('a config.yaml that is none is refused without a word of what it holds', async () => {
    config = path.join(folder, 'broken.yaml');
    fs.writeFileSync(config, 's3:\n  secret: "do-not-tell\n  key: [');
    const error: Error = await sample.run(true).catch((error) => error);
    expect(error.message).toContain('broken.yaml is no YAML: see line');
    expect(error.message).not.toContain('do-not-tell');
  });

  test.skipIf(!endpoint)('files come by their names; of two alike the one that is there', async () => {
    const bucket = await freshBucket();
    await put(bucket, `some/where/${shareId}/twice.txt`, bytes);
    write(bucket);
    const report = await sample.run(false);
    const { share } = await sample.ctx.db.publication.findUniqueOrThrow({
      where: { linkId: shareId },
      include: { share: { include: { files: true } } },
    });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(share.files).toMatchObject([{ id: 'the-later-of-them', name: 'twice.txt', sha256 }]);
    for (const oldId of ['one-of-the-same-name', 'never-uploaded'])
      expect(report.skipped).toContainEqual(expect.objectContaining({ oldId, reason: 'bytesMissing' }));
  });
});
