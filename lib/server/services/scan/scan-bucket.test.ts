import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoint, freshBucket, useBucket } from '@/testing/network/bucket';
import { eicar, startClamd } from '@/testing/service/clamd';
import { userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { receiveFile, scanning, scanOf, shareFor } from '@/testing/service/scanned';
import { scanFiles } from './scan-files';

const clamd = endpoint === null ? null : await startClamd();

describe.skipIf(!clamd)('the scan of files in a bucket', () => {
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  beforeAll(async () => {
    useBucket(await freshBucket());
    own = await ownDatabase();
  });
  afterAll(async () => {
    await clamd?.stop();
    await own.remove();
  });

  test('reads them from there and tells clean from infected', async () => {
    const plain = await userContext({ db: own.db });
    const ctx = scanning(plain, { address: clamd?.tcp ?? { host: '', port: 0 } });
    const { shareId } = await shareFor(plain, 'inbox');
    const [clean, infected] = [
      await receiveFile(ctx, { shareId, content: Buffer.alloc(200_000, 'x') }),
      await receiveFile(ctx, { shareId, content: eicar }),
    ];
    expect(await scanFiles(ctx)).toEqual({ count: 2, isAgainSoon: false });
    expect([(await scanOf(own, clean))[0], (await scanOf(own, infected))[0]]).toEqual(['clean', 'infected']);
  });
});
