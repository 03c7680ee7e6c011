import { expect, test } from 'vitest';
import { draftShare, intoShare, userContext } from '@/testing/service/context';
import { createUpload } from './create';
import { type Lease, takeLease } from './lease';
import { completeUpload } from './progress';

/** A small file, held by another node, and the ways in which a node that doesn't hold it tries to complete it. */
test.each<[who: string, leaseOf: (held: Lease) => Lease | null]>([
  ['without a lease', () => null],
  ['with the lease that it had before', ({ node, fence }) => ({ node, fence: fence - 1n })],
  ['with the number of another node’s lease', ({ fence }) => ({ node: 'here', fence })],
])('a small file that another node has is not completed by one %s', async (_who, leaseOf) => {
  const user = await userContext();
  const ctx = { ...user, storage: { ...user.storage, storeWhole: async () => undefined } };
  const share = await draftShare(ctx);
  const fileId = ctx.newId();
  const destination = intoShare(ctx, share.id);
  const file = { name: 'a.txt', path: '', mimeType: 'text/plain', sizeBytes: 2 };
  await createUpload(ctx, { id: fileId, destination, file });
  const taken = await takeLease(ctx, { fileId, node: 'elsewhere', destination });
  if (!taken?.lease) throw new Error('Nobody has the upload.');
  const complete = (lease: Lease | null) =>
    completeUpload(ctx, {
      fileId,
      sizeBytes: 2,
      sha256: null,
      lease,
      inOneGo: { chunks: [Buffer.from('ok')], crc32: '79dcdd47' },
    });
  await expect(complete(leaseOf(taken.lease))).rejects.toMatchObject({
    code: expect.stringMatching(/^upload\.(busy|notFound)$/),
  });
  const state = async () => (await ctx.db.file.findUniqueOrThrow({ where: { id: fileId } })).state;
  expect(await state()).toBe('incoming');
  await complete(taken.lease);
  expect(await state()).toBe('complete');
});
