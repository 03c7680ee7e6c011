import { expect, test } from 'vitest';
import { type UploadItem, waitingItem } from '@/lib/client/upload/upload-item';
import type { ShareFile } from '@/lib/contract/share/file';
import { file } from '@/testing/service/sending';
import { additionsTo } from './server-files';

const present = (given: Partial<ShareFile>): ShareFile => ({
  id: 'f1',
  filename: 'film.mp4',
  path: '',
  size: 900,
  storedSize: 100,
  complete: false,
  mimetype: 'video/mp4',
  checksum: '',
  crc32: null,
  lastModified: null,
  created: 0,
  ...given,
});
const item = (name: string, size: number, given: Partial<UploadItem> = {}): UploadItem => ({
  ...waitingItem({ file: file(name, size), path: '' }, name),
  ...given,
});

test('waiting files are added; those on their way and those that failed count in the share', () => {
  const items = [
    item('a', 10),
    item('b', 20),
    item('c', 40, { state: 'uploading' }),
    item('d', 80, { state: 'failed', sentBytes: 8 }),
  ];
  expect(additionsTo({ id: 's1', files: [] }, items)).toEqual({ count: 2, bytes: 30 });
});

test('a file that the share has in part is no addition, another one of its name or size is', () => {
  const share = { id: 's1', files: [present({})] };
  expect(additionsTo(share, [item('film.mp4', 900)])).toEqual({ count: 0, bytes: 0 });
  expect(additionsTo(share, [item('film.mp4', 901)])).toEqual({ count: 1, bytes: 901 });
  expect(additionsTo(share, [item('film2.mp4', 900)])).toEqual({ count: 1, bytes: 900 });
  expect(additionsTo(share, [item('film.mp4', 900, { path: 'trip' })])).toEqual({ count: 1, bytes: 900 });
});

test('a file that has arrived is listed twice when it is sent again', () => {
  const share = { id: 's1', files: [present({ complete: true })] };
  expect(additionsTo(share, [item('film.mp4', 900)])).toEqual({ count: 1, bytes: 900 });
});
