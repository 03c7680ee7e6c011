import { beforeAll, expect, test, vi } from 'vitest';
import { bundleClient, record } from '@/testing/service/bundle';
import { startTransfer, uploading } from '@/testing/service/transfer';

vi.mock('@/lib/server/config', async (original) => {
  const module = await original<typeof import('@/lib/server/config')>();
  return { ...module, config: () => ({ ...module.config(), MAX_SIZE: 1_000 }) };
});

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

test('a bundle over the share’s limit stores its first files, and each line tells the truth', async () => {
  const { ctx, share, auth } = await uploading(port);
  const bundle = bundleClient(port, share.id, auth);
  const sent = [record('a', 'a'.repeat(600)), record('b', 'b'.repeat(401)), record('c', 'c'.repeat(400))];
  const lines = await bundle.lines(sent);
  const said = sent.map(({ head }) => lines.find(({ key }) => key === head.key));
  expect(said).toMatchObject([
    { id: expect.any(String) },
    { code: 'upload.tooLarge', message: expect.not.stringContaining('Nothing was saved') },
    { id: expect.any(String) },
  ]);
  const names = await ctx.db.file.findMany({ where: { shareId: share.id }, select: { name: true } });
  expect(names.map(({ name }) => name).sort()).toEqual(['a', 'c']);
});
