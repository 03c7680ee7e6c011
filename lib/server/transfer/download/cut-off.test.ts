import { afterEach, expect, test, vi } from 'vitest';
import { allowShare, blockShare } from '@/lib/server/services/oversight/block-share';
import { publishedFile } from '@/testing/service/published-file';
import { open, startTransfer } from '@/testing/service/transfer';

const { port } = await startTransfer();
/** More than the sockets buffer. */
const size = 48_000_000;
const now = performance.now.bind(performance);
const bytes = Buffer.alloc(size, 'x');

afterEach(() => vi.restoreAllMocks());

/** Stops reading after the first bytes, lets `then` happen and a second pass, and reads on. */
async function readInTwo(path: string, headers: Record<string, string>, then: () => Promise<unknown>) {
  const { request, reply } = open(port, 'GET', path, headers);
  const paused = new Promise<() => void>((resolve) => {
    request.once('response', (response) => {
      response.pause();
      resolve(() => response.resume());
    });
  });
  request.end();
  const goOn = await paused;
  await then();
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 1_000);
  goOn();
  return reply;
}

/** Not the reply itself, because a failed test would print all its bytes. */
const endOf = (reply: ReturnType<typeof readInTwo>) =>
  reply.then(
    ({ status, body }) => `${status} with ${body.length} bytes`,
    () => 'cut',
  );

test.each(['file', 'zip'])('who is in the middle of a %s gets no more of what is taken down', async (way) => {
  const { ctx, share, link, linkId } = await publishedFile(port, bytes, 'a.bin');
  const path = way === 'file' ? link : `/api/v2/open/share/${linkId}/zip`;
  const block = () => blockShare(ctx, { shareId: share.id, reason: 'Malware' });
  expect(await endOf(readInTwo(path, {}, block))).toBe('cut');
  await allowShare(ctx, { shareId: share.id });
  const allowed = await readInTwo(path, {}, async () => undefined);
  expect(allowed.body.length).toBeGreaterThanOrEqual(size);
});

test('its owner gets the rest all the same', async () => {
  const { ctx, share, own, auth } = await publishedFile(port, bytes, 'a.bin');
  const block = () => blockShare(ctx, { shareId: share.id, reason: 'Malware' });
  expect((await readInTwo(own, auth, block)).body.length).toBe(size);
});

test.each(['file', 'zip', 'own file', 'own zip'])(
  'a verdict in the middle of a %s ends it, for its owner too',
  async (way) => {
    const { ctx, share, link, own, linkId, auth, fileId } = await publishedFile(port, bytes, 'a.bin');
    const zips = { zip: `/api/v2/open/share/${linkId}/zip`, 'own zip': `/api/v2/sec/share/${share.id}/zip` };
    const path = { file: link, 'own file': own, ...zips }[way] ?? '';
    const quarantine = () => ctx.db.file.update({ where: { id: fileId }, data: { scan: 'infected' } });
    expect(await endOf(readInTwo(path, auth, quarantine))).toBe('cut');
  },
);
