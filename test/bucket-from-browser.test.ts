import { PutBucketCorsCommand } from '@aws-sdk/client-s3';
import { chromium } from '@playwright/test';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TusTransfer } from '@/lib/client/upload/tus/tus-transfer';
import type { waitingItem } from '@/lib/client/upload/upload-item';
import type { plainWire } from '@/lib/client/upload/wire-file';
import type { firstChunkSize } from '@/lib/domain/file/chunk-size';
import { corsRule } from '@/lib/server/services/doctor/check-direct';
import { Bucket } from '@/lib/server/storage/s3/bucket';
import { retryPolicy } from '@/lib/server/storage/s3/errors';
import type { BucketSettings } from '@/lib/server/storage/s3/part-store';
import { chromiumFlags, findShell } from '@/scripts/lib/chromium.mjs';
import { ensureChromium } from '@/scripts/lib/install-chromium.mjs';
import { endpoint, freshBucket, useBucket } from '@/testing/network/bucket';
import { sha256, startTransfer, uploading } from '@/testing/service/transfer';

type Uploads = {
  TusTransfer: typeof TusTransfer;
  plainWire: typeof plainWire;
  waitingItem: typeof waitingItem;
  firstChunkSize: typeof firstChunkSize;
};

const size = 70 * 1024 * 1024;

describe.skipIf(endpoint === null)('a browser and a bucket', () => {
  let port: number;
  let settings: BucketSettings;
  beforeAll(async () => {
    await ensureChromium();
    settings = await freshBucket();
    useBucket(settings, { S3_PRESIGNED_UPLOADS: 'true' });
    port = (await startTransfer()).port;
  });

  async function sendFromBrowser() {
    const { auth, tus, ctx, share } = await uploading(port);
    const { outputFiles } = await build({
      stdin: {
        contents:
          "export * from '@/lib/client/upload/tus/tus-transfer'; export { plainWire } from '@/lib/client/upload/wire-file'; export { waitingItem } from '@/lib/client/upload/upload-item'; export { firstChunkSize } from '@/lib/domain/file/chunk-size';",
        resolveDir: process.cwd(),
      },
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'uploads',
    });
    const executablePath = findShell() ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: chromiumFlags });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
      const said = await page.evaluate(
        ([endpoint, headers, bytes]) => {
          const { TusTransfer, firstChunkSize, plainWire, waitingItem } = (
            globalThis as unknown as { uploads: Uploads }
          ).uploads;
          const file = new File([new Uint8Array(bytes).fill(7)], 'a.bin', { type: 'video/mp4' });
          const item = waitingItem({ file, path: '' }, 'a');
          const memory = {
            share: { shareId: 'a' },
            creationKeyOf: () => crypto.randomUUID(),
            urlOf: () => null,
            storeUrl: () => undefined,
          };
          const setup = {
            access: { headers, endpointOf: () => endpoint },
            memory,
            retryDelays: [100],
            chunkSize: firstChunkSize(32 * 1024 * 1024),
            sealing: null,
          };
          const asked: string[] = [];
          new PerformanceObserver((list) => {
            for (const { name } of list.getEntries()) asked.push(new URL(name).host);
          }).observe({ type: 'resource', buffered: true });
          return new Promise<{ end: unknown; last: number; hosts: string[] }>((resolve) => {
            let last = 0;
            const end = (how: unknown) => resolve({ end: how, last, hosts: [...new Set(asked)] });
            new TusTransfer(item, setup as never, plainWire(item)).start({
              progress: (sentBytes) => {
                last = sentBytes;
              },
              reconnecting: () => undefined,
              done: () => end('done'),
              failed: end,
              halted: end,
            });
          });
        },
        [tus.base, auth, size] as const,
      );
      const [row] = await ctx.db.file.findMany({ where: { shareId: share.id } });
      return { ...said, state: row?.state, sums: row?.sha256 };
    } finally {
      await browser.close();
    }
  }

  test('a page may send there once the bucket has the rule that the doctor prints', async () => {
    const whole = { end: 'done', last: size, state: 'complete', sums: sha256(Buffer.alloc(size, 7)) };
    expect(await sendFromBrowser()).toMatchObject(whole); // by tus
    const CORSRules = [corsRule(`http://127.0.0.1:${port}`)];
    const { client } = new Bucket(settings, retryPolicy);
    const cors = { Bucket: settings.bucket, CORSConfiguration: { CORSRules } };
    await client.send(new PutBucketCorsCommand(cors));
    expect(await sendFromBrowser()).toMatchObject(whole);
  }, 120_000);
});
