import { beforeAll, describe, expect, test } from 'vitest';
import { endpoint, freshBucket, useBucket } from '@/testing/network/bucket';
import { send, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

const mib = 1024 * 1024;

describe.skipIf(endpoint === null)('a recording into a bucket', () => {
  let port: number;
  beforeAll(async () => {
    useBucket(await freshBucket());
    port = (await startTransfer()).port;
  });

  test.each([
    ['less than a part', 3 * mib, 3 * mib],
    ['several parts, the length with the last bytes', 20 * mib, 39 * mib],
    ['several parts, the length alone', 39 * mib, 39 * mib],
  ])('%s', async (_what, first, all) => {
    const { tus, download } = await uploading(port);
    const headers = { ...tus.tus, 'upload-defer-length': '1' };
    const created = await send(port, 'POST', tus.base, { headers });
    const path = new URL(String(created.headers.location), 'http://any').pathname;
    const bytes = someBytes(all);
    await tus.patch(path, 0, bytes.subarray(0, first));
    const last = await tus.patch(path, first, bytes.subarray(first), { 'upload-length': all });
    expect([last.status, last.headers['upload-offset']]).toEqual([204, String(all)]);
    expect((await download(path)).equals(bytes)).toBe(true);
  });
});
