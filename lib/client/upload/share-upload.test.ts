import { afterEach, expect, test, vi } from 'vitest';
import { file, picked, refused, sendingPage } from '@/testing/service/sending';
import { accountAccess } from './access/account-access';
import { aliasAccess } from './access/alias-access';
import type { UploadAccess } from './access/upload-access';
import { activeUploads } from './active-uploads';

afterEach(() => vi.unstubAllGlobals());

type Transfer = ReturnType<ReturnType<typeof page>['transferOf']>;
const target = { shareId: 's1', name: null, wantsLink: false };
const page = (access: UploadAccess = aliasAccess('inbox')) => {
  const limits = { maxSize: 1000, maxAliasFiles: 500, chunkSize: 100, retryDelays: [0] };
  return sendingPage({ ...limits, access }, () => undefined);
};

test('a file added once all others have ended is sent by itself, without those that failed', async () => {
  const { upload, add, transferOf, sent } = page();
  add('a', 'b');
  await upload.begin(target);
  transferOf('a').on.done();
  transferOf('b').on.failed(refused);
  await expect.poll(() => upload.queue.snapshot().phase).toBe('settled');
  upload.addOn({ files: picked('instead of b'), handles: [] });
  expect(upload.queue.snapshot().phase).toBe('running');
  expect(sent.map(({ item }) => item.filename)).toEqual(['a', 'b', 'instead of b']);
});

test('a file added during a pause waits for its end, and one that was there begins nothing', async () => {
  const { upload, add, transferOf, sent } = page();
  add('a');
  await upload.begin(target);
  upload.queue.pause();
  upload.addOn({ files: picked('b'), handles: [] });
  expect(upload.queue.snapshot()).toMatchObject({ phase: 'paused', counts: { waiting: 1 } });
  upload.queue.start();
  for (const name of ['a', 'b']) transferOf(name).on.failed(refused);
  await expect.poll(() => upload.queue.snapshot().phase).toBe('settled');
  upload.addOn({ files: picked('a'), handles: [] });
  expect(upload.queue.snapshot().phase).toBe('settled');
  expect(sent).toHaveLength(3);
});

test('running and held uploads are shown on other pages until all have ended', async () => {
  const { upload, add, transferOf } = page();
  upload.page = () => '/app/share';
  const seen = () => activeUploads.snapshot().filter(({ queue }) => queue === upload.queue);
  add('a');
  expect(seen()).toEqual([]);
  await upload.begin({ ...target, name: 'Plans' });
  const shown = { shareId: 's1', name: 'Plans', page: '/app/share', queue: upload.queue };
  expect(seen()).toEqual([shown]);
  upload.queue.pause();
  expect(seen()).toEqual([shown]);
  upload.queue.start();
  transferOf('a').on.done();
  await expect.poll(seen).toEqual([]);
});

test.each([
  ['a large file has been created', 3_000_000, ({ on }: Transfer) => on.progress(1)],
  ['a small file has arrived', 3, ({ on }: Transfer) => on.done()],
])('lists are told at the begin, again when %s, and at the end', async (_, size, register) => {
  const told = vi.fn();
  const { upload, add, transferOf } = page({ ...accountAccess('ada'), reportChange: told });
  upload.add({ files: [{ file: file('a', size), path: '' }], handles: [] });
  add('b');
  await upload.begin(target);
  expect(told).toHaveBeenCalledTimes(1);
  transferOf('b').on.progress(1); // on its way with its creation
  await expect.poll(() => upload.queue.snapshot().sentBytes).toBe(1);
  expect(told).toHaveBeenCalledTimes(1);
  register(transferOf('a'));
  await expect.poll(() => told.mock.calls.length).toBe(2);
  transferOf('a').on.progress(2);
  transferOf('b').on.done();
  await expect.poll(() => upload.queue.snapshot().counts.done).toBeGreaterThan(0);
  transferOf('a').on.done();
  await expect.poll(() => upload.queue.snapshot().phase).toBe('settled');
  expect(told).toHaveBeenCalledTimes(3);
});

test('a file counts as being sent from its begin until it has failed, under its place or its address', async () => {
  const { upload, add, transferOf } = page(accountAccess('ada'));
  const part = (filename: string, id = 'f1') => ({ ...stored, filename, id, complete: false });
  add('a');
  expect(upload.isSending(part('a'))).toBe(false);
  const address = '/api/v2/sec/upload/s1/files/tus/f2';
  upload.sendRest(target, { file: file('photo.jpg'), path: '' }, address);
  await expect.poll(() => upload.queue.snapshot().phase).toBe('running');
  expect(upload.isSending(part('a'))).toBe(true);
  expect(upload.isSending(part('photo of yesterday.jpg', 'f2'))).toBe(true);
  expect(upload.isSending(part('b'))).toBe(false);
  upload.queue.pause();
  expect(upload.isSending(part('a'))).toBe(true);
  upload.queue.start();
  transferOf('a').on.failed(refused);
  expect(upload.isSending(part('a'))).toBe(false);
  transferOf('photo.jpg').on.failed(refused);
  await expect.poll(() => upload.queue.snapshot().phase).toBe('settled');
  expect(upload.isSending(part('photo of yesterday.jpg', 'f2'))).toBe(false);
});

const same = (size: number) => ({ file: file('same.txt', size), path: '' });
const sizes = ({ queue }: ReturnType<typeof page>['upload']) =>
  queue.snapshot().ids.map((id) => [queue.item(id)?.filename, queue.item(id)?.size]);

test('a renamed file can take the place of the other until that is on its way', async () => {
  const { upload } = page();
  upload.add({ files: [same(1)], handles: [] });
  const { renamed } = upload.add({ files: [same(2)], handles: [] });
  expect(sizes(upload)).toEqual([
    ['same.txt', 1],
    ['same (2).txt', 2],
  ]);
  expect(upload.canReplace(renamed)).toBe(true);
  upload.replace(renamed);
  expect(sizes(upload)).toEqual([['same.txt', 2]]);
  await upload.begin(target);
  const later = upload.addOn({ files: [same(3)], handles: [] });
  expect(later.renamed.map(({ filename }) => filename)).toEqual(['same (2).txt']);
  expect(upload.canReplace(later.renamed)).toBe(false);
});

const stored = {
  id: 'f1',
  filename: 'same.txt',
  path: '',
  size: 1,
  storedSize: 1,
  mimetype: 'text/plain',
  complete: true,
  checksum: '',
  crc32: null,
  created: 0,
  lastModified: null,
};

test('a file of the share goes only when the one that replaces it has arrived', async () => {
  const removed: string[] = [];
  const removeFile = async ({ fileId }: { fileId: string }) => void removed.push(fileId);
  const { upload, transferOf } = page({ ...accountAccess('ada'), removeFile });
  const { renamed } = upload.add({ files: [same(2)], handles: [] }, [stored]);
  expect(upload.canReplace(renamed, [stored])).toBe(true);
  upload.replace(renamed, [stored]);
  expect(sizes(upload)).toEqual([['same.txt', 2]]);
  await upload.begin(target);
  await upload.removeReplaced();
  expect(removed).toEqual([]);
  transferOf('same.txt').on.done();
  await upload.removeReplaced();
  await upload.removeReplaced();
  expect(removed).toEqual(['f1']);
});

test('a sender to an alias replaces nothing that the share has', () => {
  const { upload } = page();
  const { renamed } = upload.add({ files: [same(2)], handles: [] }, [stored]);
  expect(upload.canReplace(renamed, [stored])).toBe(false);
});
