import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useShare } from '@/components/share/use-share';
import { otherBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import type { LiveCounts } from '@/lib/contract/byte-calls/live';
import { type Recipient, recipient } from '@/lib/contract/share/recipient';
import { share } from '@/lib/contract/share/share';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { ada, mount } from '@/testing/screens/mount';
import { sampleLink, sampleShare } from '@/testing/screens/sample-share';
import { Arrivals } from './arrivals';

const noon = Date.UTC(2026, 2, 1, 12);
const minute = 60_000;
const day = 24 * 60 * minute;

afterEach(() => vi.useRealTimers());

const person = (name: string, over: Partial<Recipient> = {}): Recipient => ({
  id: name,
  address: `${name}@example.org`,
  state: 'sent',
  refusal: null,
  opened: null,
  system: null,
  downloads: 0,
  downloaded: null,
  hasAll: false,
  ...over,
});

/** A stream of which the test says what comes, until the page stops it. */
function stream(signal: AbortSignal | null | undefined) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  signal?.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined));
  const say = (text: string) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined);
  return {
    answer: () => new Response(readable, { headers: { 'content-type': 'text/event-stream' } }),
    beat: () => say(':\n\n'),
    say: (over: Partial<LiveCounts> = {}) =>
      say(`data: ${JSON.stringify({ views: 0, downloads: 0, people: 0, files: 1, ...over })}\n\n`),
    end: () => void writer.close(),
  };
}

type World = { link?: Partial<ReturnType<typeof sampleLink>>; people?: Recipient[]; only?: boolean };

function Page({ shareId }: { shareId: string }) {
  const { detail } = useShare(shareId);
  return detail && <Arrivals detail={detail} now={noon} />;
}

function open({ link = {}, people = [], only = false }: World = {}, viewer = ada) {
  const server = new ImitatedServer();
  const now: { detail: ShareDetail; isOver: boolean } = {
    detail: sampleShare({ publishInfo: sampleLink(link) }),
    isOver: false,
  };
  const read = server.on(share.get, () => now.detail);
  server.on(recipient.list, () => ({ items: people, only }));
  const streams: ReturnType<typeof stream>[] = [];
  const { fetch: imitated } = globalThis;
  const url = fillPath(otherBytePaths.shareLive, { id: now.detail.id });
  vi.stubGlobal('fetch', async (asked: string, init?: RequestInit) => {
    if (asked !== url) return imitated(asked, init);
    const next = stream(init?.signal);
    streams.push(next);
    return now.isOver ? new Response('{}', { status: 404 }) : next.answer();
  });
  mount(<Page shareId={now.detail.id} />, { viewer });
  return { now, read, streams };
}

const list = () => screen.findByRole('list', { name: 'Who has opened it' });
const lines = async () =>
  within(await list())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('of a plain link it says how often it was opened, when last, and what was downloaded', async () => {
  open({ link: { views: 3, downloads: 2, lastAccess: noon - 81 * minute } });
  expect(await lines()).toEqual(['opened 3 times · last 10:39 · downloaded 2 times']);
  expect((await list()).querySelector('[title]')?.getAttribute('title')).toBe(
    'Sunday, 1 March 2026 at 10:39:00',
  );
});

test('a link that nobody has opened says so', async () => {
  open();
  expect(await lines()).toEqual(['not opened yet']);
});

test('each recipient is a line, the latest first, and then the link of all', async () => {
  open({
    link: { views: 1, downloads: 9, lastAccess: noon },
    people: [
      person('ann', { state: 'waiting' }),
      person('ben', {
        opened: noon - 81 * minute,
        system: 'iPhone',
        downloads: 1,
        downloaded: noon - 79 * minute,
        hasAll: true,
      }),
      person('cleo', { opened: noon - 2 * day, downloads: 3, downloaded: noon - day }),
      person('dan', { state: 'refused', refusal: 'no such user' }),
      person('eve', { state: 'withdrawn', opened: noon - 3 * day, system: 'Linux', downloads: 2 }),
    ],
  });
  await waitFor(async () =>
    expect(await lines()).toEqual([
      'ben@example.orgopened 10:39 on an iPhone · downloaded everything 10:41',
      'cleo@example.orgopened 27 Feb 2026, 12:00 · downloaded 3 times, last 28 Feb 2026, 12:00',
      'eve@example.orgLink withdrawn · opened 26 Feb 2026, 12:00 on Linux · 2 downloads',
      'ann@example.orgNot sent yet',
      'dan@example.orgnot delivered',
      'Public linkopened once',
    ]),
  );
});

test('of many people the rest is counted, and a share for these people alone has no line of its link', async () => {
  open({ people: Array.from({ length: 9 }, (_, n) => person(`p${n}`)), only: true });
  await waitFor(async () => expect(await lines()).toHaveLength(7));
  expect((await lines()).at(-1)).toBe('and 3 more people');
});

test('what happens is shown at once; what the page shows already makes it read nothing again', async () => {
  const { now, read, streams } = open();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say();
  await list();
  now.detail = sampleShare({ publishInfo: sampleLink({ views: 1, lastAccess: noon - minute }) });
  expect(read).toHaveLength(1);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  streams[0]?.beat();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(read).toHaveLength(1);
  streams[0]?.say({ views: 1 });
  await waitFor(async () => expect(await lines()).toEqual(['opened once · last 11:59']));
});

test('what was missed before it listened is read', async () => {
  const { now, streams } = open();
  await waitFor(() => expect(streams).toHaveLength(1));
  await list();
  now.detail = sampleShare({ publishInfo: sampleLink({ views: 2 }) });
  streams[0]?.say({ views: 2 });
  await waitFor(async () => expect(await lines()).toEqual(['opened 2 times']));
});

test('behind a proxy that holds the stream back it asks, and tries to listen anew', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { read, streams } = open();
  await waitFor(() => expect(streams).toHaveLength(1));
  const before = read.length;
  await act(() => vi.advanceTimersByTimeAsync(41_000));
  expect(read.length).toBe(before + 2);
  await act(() => vi.advanceTimersByTimeAsync(21_000));
  expect(streams.length).toBe(2);
  streams[1]?.say();
  await act(() => vi.advanceTimersByTimeAsync(0));
  const then = read.length;
  await act(() => vi.advanceTimersByTimeAsync(40_000));
  expect(read.length).toBe(then);
});

test('a stream that falls silent or ends is opened again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { streams } = open();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say();
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(() => vi.advanceTimersByTimeAsync(66_000));
  expect(streams).toHaveLength(2);
  streams[1]?.say();
  streams[1]?.end();
  await act(() => vi.advanceTimersByTimeAsync(6_000));
  expect(streams).toHaveLength(3);
});

test('whoever may listen no more asks once, and then not again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { now, read, streams } = open();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say();
  now.isOver = true;
  const before = read.length;
  streams[0]?.end();
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  expect([streams.length, read.length]).toEqual([2, before + 1]);
});

function see(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a tab that was in the background for a moment goes on listening', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { streams, read } = open();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.say();
  see('hidden');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  see('visible');
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  const before = read.length;
  streams[0]?.say({ views: 1 });
  await waitFor(() => expect(read.length).toBeGreaterThan(before));
  expect(streams).toHaveLength(1);
  vi.restoreAllMocks();
});

test('a tab in the background listens no more, and listens again when it is seen', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { streams } = open();
  await waitFor(() => expect(streams).toHaveLength(1));
  see('hidden');
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(streams).toHaveLength(1);
  see('visible');
  await waitFor(() => expect(streams).toHaveLength(2));
  vi.restoreAllMocks();
});
