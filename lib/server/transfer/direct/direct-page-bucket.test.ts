import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { checkDirectUploads } from '@/lib/server/services/doctor/check-direct';
import { Bucket } from '@/lib/server/storage/s3/bucket';
import { bucketOrigin } from '@/lib/server/storage/s3/bucket-origin';
import { retryPolicy } from '@/lib/server/storage/s3/errors';
import type { BucketSettings } from '@/lib/server/storage/s3/part-store';
import { endpoint, freshBucket, useBucket } from '@/testing/network/bucket';
import { sha256, someBytes, startTransfer, uploader } from '@/testing/service/transfer';

const run = promisify(execFile);

describe.skipIf(endpoint === null)('the way straight into a bucket', () => {
  let port: number;
  let settings: BucketSettings;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-direct-'));
  beforeAll(async () => {
    settings = await freshBucket();
    useBucket(settings, { S3_PRESIGNED_UPLOADS: 'true' });
    port = (await startTransfer()).port;
  });
  afterAll(() => fs.rmSync(folder, { recursive: true }));

  test('the commands of docs/use/bucket-uploads.md bring a file', async () => {
    const page = fs.readFileSync('docs/use/bucket-uploads.md', 'utf8');
    const [, code = ''] = /^```bash\n([\s\S]*?)^```$/m.exec(page) ?? [];
    const { ctx, share, auth } = await uploader();
    const bytes = someBytes(35 * 1024 * 1024);
    fs.writeFileSync(path.join(folder, 'large.bin'), bytes);
    const place = { SLIPWAY: `http://127.0.0.1:${port}`, SHARE: share.id, TOKEN: auth[headerNames.auth] };
    const lines = Object.entries(place).map(([name, value]) => `${name}=${value}`);
    await run('bash', ['-c', ['set -euo pipefail', ...lines, code].join('\n')], { cwd: folder });
    const [file] = await ctx.db.file.findMany({ where: { shareId: share.id } });
    expect(file).toMatchObject({ name: 'large.bin', state: 'complete', sha256: sha256(bytes) });
  });

  test('the doctor prints the rule that the bucket lacks, and is content once it has it', async () => {
    const { ctx } = await uploader();
    const [found] = await checkDirectUploads(ctx);
    expect(found).toMatchObject({ outcome: 'warning', code: 'directRefused', values: { reason: '403' } });
    const CORSRules = JSON.parse(found?.values.rule ?? '');
    const { client } = new Bucket(settings, retryPolicy);
    const cors = { Bucket: settings.bucket, CORSConfiguration: { CORSRules } };
    await client.send(new PutBucketCorsCommand(cors));
    expect(await checkDirectUploads(ctx)).toMatchObject([{ outcome: 'fine', code: 'directFine' }]);
    const secure = { ...ctx.config, BASE_URL: 'https://files.example.org' };
    expect(await checkDirectUploads({ ...ctx, config: secure })).toMatchObject([{ code: 'directMixed' }]);
    expect(await checkDirectUploads({ ...ctx, config: { ...secure, S3_PRESIGNED_UPLOADS: false } })).toEqual(
      [],
    );
  });

  test('pages may reach the origin that addresses have', async () => {
    const { ctx } = await uploader();
    const { direct } = ctx.storage;
    expect(new URL((await direct?.address()) ?? '').origin).toBe(bucketOrigin(ctx.config));
  });
});
