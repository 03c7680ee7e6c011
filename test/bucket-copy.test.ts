import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as moment } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { newId } from '@/lib/server/ids';
import { sha256Of } from '@/lib/server/services/storage/stored-files';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import { bucketStorage } from '@/lib/server/storage/s3/s3-storage';
import { isLong } from '@/testing/is-long';
import { endpoint, freshBucket } from '@/testing/network/bucket';
import { operatorTool } from '@/testing/server/operator-tool';
import { draftShare, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';

/** `SLIPWAY_LONG=1` uses real sizes. */
const [count, kills] = isLong ? [1_000, 5] : [200, 1];

describe.skipIf(endpoint === null)('moving an installation into a bucket', () => {
  test(`a copy of ${count} files that is killed ${kills} times ends complete and verified`, async () => {
    const own = await ownDatabase();
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-copy-'));
    const ctx = await userContext({ db: own.db, storage: diskStorage(dir) });
    const sums = await fill(ctx);
    const bucket = await freshBucket();
    const env = {
      ...process.env,
      DATABASE_URL: own.url,
      DATA_DIR: dir,
      ADMIN_PASSWORD: 'only-for-this-test',
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    };
    const journalLines = () => {
      const name = fs.readdirSync(dir).find((entry) => entry.startsWith('copied-to-s3-'));
      return name ? fs.readFileSync(path.join(dir, name), 'utf8').split('\n').length - 1 : 0;
    };
    const start = () => {
      const child = spawn(
        process.execPath,
        [...operatorTool('storage'), 'copy', '--from', 'disk', '--to', 's3'],
        {
          env: env as NodeJS.ProcessEnv,
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      );
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
      return { child, output: () => output, exit: once(child, 'exit') };
    };

    for (let kill = 1; kill <= kills; kill++) {
      const { child, output, exit } = start();
      while (journalLines() < kill * 150 && child.exitCode === null) await moment(20);
      child.kill('SIGKILL');
      await exit;
      expect(child.signalCode, output()).toBe('SIGKILL');
    }
    const { child, output, exit } = start();
    await exit;
    expect(child.exitCode, output()).toBe(0);
    expect(output()).toContain(`${count} of ${count} files are there and verified; 0 are still arriving.`);

    const there = bucketStorage(bucket, own.db);
    const sizes = new Map<string, number>();
    for await (const { fileId, sizeBytes } of there.list()) sizes.set(fileId, sizeBytes);
    expect(sizes.size).toBe(count);
    const wrong = [...sums].map(async ([id, sum]) => (await sha256Of(there, id, sizes.get(id) ?? 0)) !== sum);
    expect((await Promise.all(wrong)).filter(Boolean)).toEqual([]);
    await own.remove();
    fs.rmSync(dir, { recursive: true });
  }, 180_000);
});

async function fill(ctx: Awaited<ReturnType<typeof userContext>>): Promise<Map<string, string>> {
  const { id: shareId } = await draftShare(ctx);
  const sums = new Map<string, string>();
  const rows = [];
  for (let n = 0; n < count; n++) {
    const [id, bytes] = [newId(), randomBytes(n % 200 === 199 ? 18 * 1024 * 1024 : 1 + n * 7)];
    const writer = await ctx.storage.openWriter(id, 0, bytes.length);
    await writer.write([bytes], 0);
    await writer.close();
    await ctx.storage.finish(id, bytes.length);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    sums.set(id, sha256);
    const sizes = { sizeBytes: bytes.length, storedBytes: bytes.length };
    rows.push({
      id,
      shareId,
      name: `${n}.bin`,
      mimeType: 'x/y',
      state: 'complete' as const,
      sha256,
      ...sizes,
    });
  }
  await ctx.db.file.createMany({ data: rows });
  return sums;
}
