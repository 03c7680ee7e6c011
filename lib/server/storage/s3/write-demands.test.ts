import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { newFileId } from '@/lib/server/ids';
import { endpoint, freshBucket, shortRetries, storageIn } from '@/testing/network/bucket';
import { startStrictBucket } from '@/testing/network/strict-bucket';
import { fileKey } from './bucket';
import { testBucket } from './self-test';
import type { WriteDemands } from './write-demands';

const printed = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
afterAll(() => {
  for (const spy of printed) spy.mockRestore();
});

async function strictBucket(policies: Parameters<typeof startStrictBucket>[0]) {
  const strict = await startStrictBucket(policies);
  onTestFinished(strict.stop);
  return strict;
}

const kms = { encryption: 'aws:kms', encryptionKey: 'ours' } as const;

test.each<[string, Parameters<typeof startStrictBucket>[0], string]>([
  [
    'Object Lock',
    { wantsChecksum: true },
    'it wants a checksum with what is written: set S3_CHECKSUMS=md5. It says: 400 InvalidRequest: Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
  ],
  [
    'a policy of encryption',
    { encryption: 'AES256' },
    'it wants what is written encrypted: set S3_SSE=AES256. It says: 403 AccessDenied: Access Denied',
  ],
  [
    'a policy of encryption by a key service',
    { encryption: 'aws:kms' },
    'it wants what is written encrypted: set S3_SSE=aws:kms. It says: 403 AccessDenied: Access Denied',
  ],
  [
    'both',
    { wantsChecksum: true, encryption: 'AES256' },
    'it wants a checksum with what is written, and it encrypted: set S3_CHECKSUMS=md5 and S3_SSE=AES256. It says: 400 InvalidRequest: Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters',
  ],
  ['a key that nobody names', kms, 'access is denied to this key. It says: 403 AccessDenied: Access Denied'],
])(
  'a start on a bucket with %s says which setting helps, and the service’s words behind',
  async (_, policies, said) => {
    const { settings, objects } = await strictBucket(policies);
    expect(await testBucket(settings, shortRetries)).toBe(`The bucket "strict" can’t be written to: ${said}`);
    expect([...objects.keys()]).toEqual([]);
  },
);

test.each<[string, Parameters<typeof startStrictBucket>[0], WriteDemands]>([
  ['Object Lock', { wantsChecksum: true }, { hasChecksums: true }],
  ['a policy of encryption', { encryption: 'AES256' }, { encryption: 'AES256' }],
  ['both', { wantsChecksum: true, ...kms }, { hasChecksums: true, ...kms }],
])('with them, a bucket with %s takes small, large and broken off files', async (_, policies, demands) => {
  const strict = await strictBucket(policies);
  const settings = { ...strict.settings, ...demands };
  expect(await testBucket(settings, shortRetries)).toBeNull();
  const storage = storageIn(settings, { retryPolicy: shortRetries });
  const small = newFileId();
  await storage.storeWhole(small, [Buffer.from('small')]);
  const large = newFileId();
  const bytes = Buffer.alloc(17 * 1024 * 1024, 'large');
  const broken = await storage.openWriter(large, 0, bytes.length);
  await broken.write([bytes.subarray(0, 1_000_000)], 0);
  await broken.sync();
  await broken.close();
  const writer = await storage.openWriter(large, 1_000_000, bytes.length);
  for (let position = 1_000_000; position < bytes.length; )
    position += await writer.write([bytes.subarray(position)], position);
  await writer.sync();
  await writer.close();
  await storage.finish(large, bytes.length);
  expect(strict.objects.get(`/strict/${fileKey(small)}`)?.toString()).toBe('small');
  expect(strict.objects.get(`/strict/${fileKey(large)}`)?.equals(bytes)).toBe(true);
});

test('a refused write leaves no line of Amazon’s own client on the console', async () => {
  const { settings } = await strictBucket({ encryption: 'AES256' });
  await testBucket(settings, shortRetries);
  for (const spy of printed) expect(spy.mock.calls).toEqual([]);
});

describe.skipIf(endpoint === null)('with a real service', () => {
  test('a checksum goes with every write', async () => {
    const settings = { ...(await freshBucket()), hasChecksums: true };
    expect(await testBucket(settings)).toBeNull();
  });

  test('a store without encryption refuses the order, by its own code', async () => {
    const settings = { ...(await freshBucket()), encryption: 'aws:kms' } as const;
    expect(await testBucket(settings, shortRetries)).toMatch(
      /^The bucket "[\w-]+" can’t be written to: 400 InvalidRequest$/,
    );
  });
});
