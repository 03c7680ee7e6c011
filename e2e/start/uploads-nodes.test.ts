import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { admin } from '@/testing/server/test-server';
import { sha256, someBytes, tusClient } from '@/testing/service/transfer';
import { downloaded, newShare, sendAll, tokenAt } from './node-uploads';
import { type SharedNodes, sharedNodes } from './two-nodes';
import { directRoute, throughPgBouncer } from './way-to-database';

const offsetOf = ({ headers }: { headers: { [name: string]: unknown } }) => Number(headers['upload-offset']);

describe.each([
  ['straight to the database', directRoute, true],
  ['through a PgBouncer that shares connections', throughPgBouncer, false],
])('two nodes, %s', (_, way, hear) => {
  let both: SharedNodes;
  let auth: Record<string, string>;

  beforeAll(async () => {
    both = await sharedNodes({ RATE_LIMITS: 'off' }, way);
    auth = await tokenAt(both.nodes[0].url, admin);
    return both.remove;
  });

  async function setUp() {
    const shareId = await newShare(both.nodes[0].url, auth);
    const [here, there] = both.nodes.map(({ port }) => tusClient(port, shareId, auth));
    const nginx = tusClient(both.nginx.port, shareId, auth);
    if (!here || !there) throw new Error('Two nodes were asked for.');
    const content = (path: string) => downloaded(both.nginx.port, shareId, path, auth);
    return { here, there, nginx, content };
  }

  test('files whose pieces go to either node in turn arrive as they were sent', async () => {
    const { nginx, content } = await setUp();
    const files = Array.from({ length: 8 }, (_, n) => someBytes(60_000 * (n + 1)));
    await Promise.all(
      files.map(async (bytes) => {
        const path = await nginx.begin(bytes.length);
        await sendAll(nginx, path, bytes, 40_000);
        expect(sha256(await content(path))).toBe(sha256(bytes));
      }),
    );
  });

  test('one of twenty requests on two nodes that write to one place counts, and none are mixed', async () => {
    const { here, there, content } = await setUp();
    const piece = 50_000;
    const path = await here.begin(piece * 3);
    for (let at = 0; at < piece * 3; at += piece) {
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 ? here : there).patch(path, at, Buffer.alloc(piece, `sender ${n}. `)),
        ),
      );
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
      expect(replies.every(({ status }) => [204, 409, 423].includes(status))).toBe(true);
    }
    const bytes = await content(path);
    const first = bytes.toString('latin1', 0, 12);
    expect(first).toMatch(/^sender \d/);
    for (let at = 0; at < bytes.length; at += piece) {
      const [name = ''] = /^sender \d+\. /.exec(bytes.toString('latin1', at, at + 20)) ?? [];
      expect(bytes.subarray(at, at + piece).equals(Buffer.alloc(piece, name))).toBe(true);
    }
  });

  test('a stalled request on one node makes way for the other, with all that it had when it hears of it', async () => {
    const { here, there, content } = await setUp();
    const bytes = someBytes(300_000);
    const path = await here.begin(bytes.length);
    const stalled = here.stream(path, 0, { 'content-length': bytes.length });
    stalled.request.write(bytes.subarray(0, 100_000));
    await delay(500);
    const head = await there.head(path);
    const offset = hear ? 100_000 : 0;
    expect([head.status, offsetOf(head)]).toEqual([200, offset]);
    expect(await stalled.reply).toMatchObject(
      hear ? { status: 204, headers: { 'upload-offset': '100000' } } : { status: 423 },
    );
    expect((await there.patch(path, offset, bytes.subarray(offset))).status).toBe(204);
    expect(sha256(await content(path))).toBe(sha256(bytes));
  });

  test('a node that was stopped while it wrote can’t advance what another one took over', async () => {
    const { here, there, content } = await setUp();
    const bytes = someBytes(400_000);
    const path = await here.begin(bytes.length);
    const first = here.stream(path, 0, { 'content-length': bytes.length });
    first.request.write(bytes.subarray(0, 100_000));
    await delay(1_500); // a checkpoint has passed
    both.nodes[0].process.signal('SIGSTOP');
    first.request.write(Buffer.alloc(200_000, 'not the bytes of the second one'));

    const beganMs = Date.now();
    const offset = await sendAll(there, path, bytes.subarray(0, 200_000), 100_000);
    expect(Date.now() - beganMs).toBeLessThan(10_000);
    expect(offset).toBe(200_000);
    both.nodes[0].process.signal('SIGCONT');
    first.request.end(Buffer.alloc(100_000, 'not the bytes of the second one'));
    expect((await first.reply).status).toBe(423);
    expect(offsetOf(await here.head(path))).toBe(200_000);
    await sendAll(here, path, bytes, 100_000);
    expect(sha256(await content(path))).toBe(sha256(bytes));
  }, 60_000);

  test('a node that dies while it writes frees its upload within ten seconds', async () => {
    const { here, there, content } = await setUp();
    const bytes = someBytes(3_000_000);
    const path = await here.begin(bytes.length);
    const first = here.stream(path, 0, { 'content-length': bytes.length });
    first.request.write(bytes.subarray(0, 2_000_000));
    await delay(1_500);
    first.request.write(bytes.subarray(2_000_000, 2_500_000));
    await both.nodes[0].kill();
    await expect(first.reply).rejects.toThrow();

    const beganMs = Date.now();
    await sendAll(there, path, bytes, 1_000_000);
    expect(Date.now() - beganMs).toBeLessThan(10_000);
    expect(sha256(await content(path))).toBe(sha256(bytes));
  }, 60_000);
});
