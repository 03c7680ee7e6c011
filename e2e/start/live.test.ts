import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import { open } from '@/lib/contract/open';
import { share } from '@/lib/contract/share/share';
import { readEvents } from '@/testing/network/events';
import { admin } from '@/testing/server/test-server';
import { newShare, tokenAt } from './node-uploads';
import { newServer } from './servers';
import { type SharedNodes, sharedNodes } from './two-nodes';

async function published(base: string, auth: Record<string, string>) {
  const shareId = await newShare(base, auth);
  const input = { params: { id: shareId }, body: { reuseId: true } };
  const { id: linkId } = await call(share.publish, input, { base, headers: auth });
  return { shareId, linkId };
}

async function listen(base: string, shareId: string, auth: Record<string, string>) {
  const page = await readEvents(`${base}/api/v2/sec/share/${shareId}/live`, auth);
  onTestFinished(() => page.close());
  return page;
}

describe('on two nodes', () => {
  let both: SharedNodes;
  let auth: Record<string, string>;
  beforeAll(async () => {
    both = await sharedNodes({ RATE_LIMITS: 'off' });
    auth = await tokenAt(both.nodes[0].url, admin);
    return both.remove;
  });

  test('a page hears what happens on either node, also through a proxy', async () => {
    const [here, there] = both.nodes;
    const { shareId, linkId } = await published(here.url, auth);
    const pages = [
      await listen(here.url, shareId, auth),
      await listen(there.url, shareId, auth),
      await listen(both.nginx.url, shareId, auth),
    ];
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    await call(open.get, { params: { id: linkId }, query: {} }, { base: here.url });
    const began = Date.now();
    for (const page of pages) await expect.poll(() => page.events.at(-1)).toMatchObject({ views: 1 });
    expect(Date.now() - began).toBeLessThan(10_000); // it was told: the node would look after 20 seconds
  });
});

test('a node that stops ends its streams at once', async () => {
  const server = await newServer();
  await server.start();
  const auth = await tokenAt(server.url, admin);
  const { shareId } = await published(server.url, auth);
  const page = await listen(server.url, shareId, auth);
  await expect.poll(() => page.events.length).toBeGreaterThan(0);
  server.process.signal('SIGTERM');
  await server.process.says('Stopping');
  const began = Date.now();
  await expect.poll(() => page.isOver()).toBe(true);
  expect(await server.process.exit).toEqual({ code: 0, signal: null });
  expect(Date.now() - began).toBeLessThan(4_000); // what doesn't end is cut after six seconds
});
