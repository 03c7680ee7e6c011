import { afterEach, expect, test, vi } from 'vitest';
import type { TransferListener, TusSetup, UploadSender } from '../tus/sender';
import { UploadMemory } from '../unfinished/upload-memory';
import { type UploadItem, waitingItem } from '../upload-item';
import { type BundleEntry, bundlingSender, type PostBundle } from './bundling-sender';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const item = (name: string, size = 100): UploadItem => ({
  ...waitingItem({ file: new File([], name), path: '' }, name),
  size,
});

type Post = {
  names: string[];
  arrive: (count: number) => void;
  end: (error?: Error) => void;
  signal: AbortSignal | undefined;
  asks: boolean;
};

function setUp({ sealing = null as unknown, url = null as string | null } = {}) {
  const share = { shareId: 's', doorKey: 'd', name: null, wantsLink: false, receipt: null };
  const memory = new UploadMemory(share);
  if (url) memory.knowUrl('known', url);
  const forgotten = vi.spyOn(memory, 'forget');
  const posts: Post[] = [];
  const post: PostBundle = (_setup, entries, arrived, { signal, asks = false } = {}) =>
    new Promise((resolve, reject) => {
      const left: BundleEntry[] = [...entries];
      posts.push({
        names: entries.map(({ item: { filename } }) => filename),
        arrive: (count) => {
          for (const entry of left.splice(0, count)) arrived(entry, `/tus/${entry.item.filename}`);
        },
        end: (error) => (error ? reject(error) : resolve()),
        signal,
        asks,
      });
    });
  const alone: { name: string; on: TransferListener }[] = [];
  const sender: UploadSender = {
    send: ({ filename: name }, on) => {
      alone.push({ name, on });
      return { pause: () => undefined };
    },
    discard: () => undefined,
  };
  const setup = { memory, sealing, access: { headers: {} } } as unknown as TusSetup;
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => requests.push(`${method} ${url}`));
  const bundling = bundlingSender(sender, () => setup, post);
  const done: string[] = [];
  const send = (one: UploadItem) =>
    bundling.send(one, {
      progress: () => undefined,
      reconnecting: () => undefined,
      done: () => done.push(one.filename),
      failed: ({ kind }) => done.push(`${one.filename}: ${kind}`),
      halted: () => undefined,
    });
  return { bundling, send, posts, alone, done, forgotten, requests };
}

const begun = () => new Promise<void>((resolve) => setTimeout(resolve));
const many = (count: number) => Array.from({ length: count }, (_, n) => item(`${n}`));

test('small files go together, two bundles at once, and each is done when its line comes', async () => {
  const { send, posts, alone, done, forgotten } = setUp();
  for (const one of many(500)) send(one);
  await begun();
  expect(posts.map(({ names }) => names.length)).toEqual([200, 200]);
  posts[0]?.arrive(2);
  expect(done).toEqual(['0', '1']);
  expect(forgotten.mock.calls).toEqual([[['0']], [['1']]]);
  posts[0]?.arrive(198);
  posts[0]?.end();
  await begun();
  expect(posts[2]?.names.length).toBe(100);
  expect(alone).toEqual([]);
});

test('files a bundle didn’t bring are sent one by one, five at a time', async () => {
  const { send, posts, alone, done } = setUp();
  for (const one of many(20)) send(one);
  await begun();
  posts[0]?.arrive(8);
  posts[0]?.end(new Error('cut'));
  await begun();
  expect(alone.map(({ name }) => name)).toEqual(['8', '9', '10', '11', '12']);
  alone[0]?.on.failed({ kind: 'unreadable' });
  alone[1]?.on.done();
  expect(alone.map(({ name }) => name).slice(5)).toEqual(['13', '14']);
  expect(done.slice(8)).toEqual(['8: unreadable', '9']);
});

test('a pause of all its files ends a bundle, and none of them goes on alone', async () => {
  const { send, posts, alone } = setUp();
  const sending = many(3).map(send);
  await begun();
  for (const { pause } of sending.slice(0, 2)) pause();
  expect(posts[0]?.signal?.aborted).toBe(false);
  sending[2]?.pause();
  expect(posts[0]?.signal?.aborted).toBe(true);
  posts[0]?.end(new Error('aborted'));
  await begun();
  expect(alone).toEqual([]);
});

test('a file that is alone, large, begun or sealed isn’t bundled', async () => {
  const one = setUp({ url: '/there' });
  one.send(item('large', 262_145));
  one.send(item('known'));
  one.send(item('single'));
  await begun();
  expect([one.posts, one.alone.map(({ name }) => name)]).toEqual([[], ['large', 'known', 'single']]);
  expect([one.bundling.atOnce?.(item('a')), one.bundling.atOnce?.(item('b', 300_000))]).toEqual([600, null]);
  const sealed = setUp({ sealing: {} });
  for (const each of many(3)) sealed.send(each);
  await begun();
  expect([sealed.posts, sealed.alone.length]).toEqual([[], 3]);
});

test('a file that is removed while a bundle has it on its way doesn’t stay in the share', async () => {
  const { bundling, send, posts, done, requests } = setUp();
  const items = many(4);
  const sending = items.map(send);
  await begun();
  for (const at of [0, 2]) {
    sending[at]?.pause();
    bundling.discard(items[at] as UploadItem);
  }
  posts[0]?.arrive(2); // the answer of the third is lost
  posts[0]?.end(new Error('cut'));
  await begun();
  expect([done, requests]).toEqual([['1'], ['DELETE /tus/0']]);
  expect(posts[1]).toMatchObject({ names: ['2'], asks: true });
  posts[1]?.arrive(1);
  expect(requests[1]).toBe('DELETE /tus/2');
});

test('after two bundles that bring nothing, as behind a proxy that takes none, files go alone', async () => {
  const { send, posts, alone } = setUp();
  for (const one of many(600)) send(one);
  await begun();
  for (const post of posts) post.end(new Error('413'));
  await begun();
  send(item('late'));
  send(item('later'));
  expect(alone.map(({ name }) => name)).toContain('late');
});

test('after a line that was away files go in bundles again, and where that fails later each time', async () => {
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const { send, posts, bundling } = setUp();
  for (const one of many(400)) send(one);
  await begun();
  for (const post of posts) post.end(new Error('0'));
  await begun();
  const isBundled = () => bundling.atOnce?.(item('next')) !== null;
  const after = (ms: number) => {
    nowMs += ms;
    return isBundled();
  };
  expect([isBundled(), after(59_000), after(1_000)]).toEqual([false, false, true]);
  for (const one of ['again', 'and again']) send(item(one));
  await begun();
  posts[2]?.end(new Error('413'));
  await begun();
  expect([isBundled(), after(119_000), after(1_000)]).toEqual([false, false, true]);
});
