import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { crc32Of } from '@/lib/domain/file/crc32';
import { file } from '@/testing/service/sending';
import { type UploadItem, waitingItem } from '../upload-item';
import { plainWire } from '../wire-file';
import { compareArrived, findPart, findParts } from './partial-files';
import { serverFilesOf } from './server-files';

beforeEach(() => void vi.stubGlobal('navigator', {}));
afterEach(() => vi.unstubAllGlobals());

const answer = (arrived: string, size: number) =>
  new Response(null, {
    headers: {
      'Upload-Offset': String(arrived.length),
      'Upload-Length': String(size),
      'Slipway-Crc32': crc32Of(new TextEncoder().encode(arrived)).toString(16).padStart(8, '0'),
    },
  });

const serve = (answers: Record<string, Response>) =>
  vi.stubGlobal('fetch', async (url: string) => answers[url]?.clone() ?? new Response(null, { status: 404 }));

test.each([
  ['its beginning', answer('Moin', 8), 'same'],
  ['another beginning', answer('Tach', 8), 'other'],
  ['a file of another size', answer('Moin', 9), 'other'],
  ['no byte yet', answer('', 8), 'nothing'],
  ['nothing any more', new Response(null, { status: 410 }), 'nothing'],
  [
    'something that it says no sum of',
    new Response(null, { headers: { 'Upload-Offset': '4', 'Upload-Length': '8' } }),
    'other',
  ],
])('of a file the server has %s', async (_, said, likeness) => {
  serve({ '/a': said });
  expect(await compareArrived(new File(['MoinMoin'], 'a'), '/a', {})).toBe(likeness);
});

test('a server that doesn’t say is no answer', async () => {
  serve({ '/a': new Response(null, { status: 503 }) });
  await expect(compareArrived(file('a'), '/a', {})).rejects.toMatchObject({ status: 503 });
});

const ofShare = { shareId: 's', doorKey: '', name: null, wantsLink: false, receipt: null, shareKey: null };

/** As of a file that was deleted, or is in the cloud only. */
const unreadable = Object.defineProperty(new File(['MoinMoin'], 'b.jpg'), 'slice', {
  value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
});

test('a file that can’t be read keeps no other from going on', async () => {
  const items = [unreadable, new File(['MoinMoin'], 'c.jpg')].map((file) =>
    waitingItem({ path: '', file }, file.name),
  );
  const files = ['b', 'c'].map((id) => ({ id, path: '', filename: `${id}.jpg`, size: 8, complete: false }));
  const at = (id: string) => `/api/v2/sec/upload/s/files/tus/${id}`;
  serve({ [at('b')]: answer('Moin', 8), [at('c')]: answer('Moin', 8) });
  const known: string[] = [];
  const memory = {
    share: ofShare,
    urlOf: () => null,
    isKnown: () => false,
    knowUrl: (_: string, url: string) => void known.push(url),
    forget: () => undefined,
  };
  const lookup = { headers: {}, memory, wireOf: async (one: UploadItem) => plainWire(one), sealing: null };
  await findParts(items, serverFilesOf({ id: 's', files }), lookup);
  expect(known).toEqual([at('c')]);
});

test.each([
  ['goes on', 'Moin', true],
  ['begins anew when the file has changed, even with the same size and time', 'Tach', false],
])('a file that this browser has begun %s', async (_, arrived, isKept) => {
  const known = new Map([['c.jpg', '/c']]);
  const memory = {
    share: ofShare,
    urlOf: (key: string) => known.get(key) ?? null,
    isKnown: () => false,
    knowUrl: (key: string, url: string) => void known.set(key, url),
    forget: (keys: readonly string[]) => keys.forEach((key) => void known.delete(key)),
  };
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url}`);
    return answer(arrived, 8);
  });
  const items = [waitingItem({ path: '', file: new File(['MoinMoin'], 'c.jpg') }, 'c.jpg')];
  const lookup = { headers: {}, memory, wireOf: async (one: UploadItem) => plainWire(one), sealing: null };
  await findParts(items, serverFilesOf({ id: 's', files: [] }), lookup);
  expect(known.has('c.jpg')).toBe(isKept);
  expect(requests).toEqual(isKept ? ['HEAD /c'] : ['HEAD /c', 'DELETE /c']);
});

test.each([
  ['nobody but this tab sends into the share, it goes on', [], true],
  ['another tab sends into another share, it goes on', ['slipway-upload:other'], true],
  ['another tab sends into the share, it is left to that tab', ['slipway-upload:s'], false],
])('a half file of the same name, size and beginning: while %s', async (_, held, isTaken) => {
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: held.map((name) => ({ name })) }) } });
  const at = '/api/v2/sec/upload/s/files/tus/theirs';
  serve({ [at]: answer('Moin', 8), '/own': answer('Moin', 8) });
  const known = new Map<string, string>();
  const memory = {
    share: ofShare,
    urlOf: (key: string) => known.get(key) ?? null,
    isKnown: () => false,
    knowUrl: (key: string, url: string) => void known.set(key, url),
    forget: () => undefined,
  };
  const theirs = { id: 'theirs', path: '', filename: 'disk.img', size: 8, complete: false };
  const items = ['disk.img', 'other.img'].map((name) =>
    waitingItem({ path: '', file: new File(['MoinMoin'], name) }, name),
  );
  known.set(items[1]?.key ?? '', '/own');
  const lookup = { headers: {}, memory, wireOf: async (one: UploadItem) => plainWire(one), sealing: null };
  await findParts(items, serverFilesOf({ id: 's', files: [theirs] }), lookup);
  expect(known.get(items[0]?.key ?? '')).toBe(isTaken ? at : undefined);
  expect(known.get(items[1]?.key ?? '')).toBe('/own'); // what it has begun itself goes on anyhow
});

test('a part goes on where it is under another name, and only with the same bytes', async () => {
  const item = waitingItem({ path: '', file: new File(['MoinMoin'], 'image.jpg') }, 'k');
  const files = ['a', 'b'].map((id) => ({ id, path: '', filename: `${id}.jpg`, size: 8, complete: false }));
  const serverFiles = serverFilesOf({ id: 's', files });
  const known: string[] = [];
  const memory = {
    urlOf: () => null,
    isKnown: (url: string) => known.includes(url),
    knowUrl: () => undefined,
  };
  const at = (id: string) => `/api/v2/sec/upload/s/files/tus/${id}`;
  serve({ [at('a')]: answer('Tach', 8), [at('b')]: answer('Moin', 8) });
  expect(
    await findPart(item, serverFiles, { headers: {}, memory, wireOf: async (one) => plainWire(one) }),
  ).toBe(at('b'));
  known.push(at('b'));
  expect(
    await findPart(item, serverFiles, { headers: {}, memory, wireOf: async (one) => plainWire(one) }),
  ).toBeNull();
});
