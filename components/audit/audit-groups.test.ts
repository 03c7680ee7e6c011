import { expect, test } from 'vitest';
import type { AuditItem } from '@/lib/contract/admin/audit';
import { filesOf, groupUploads } from './audit-groups';

let serial = 0;
const event = (name: string, over: Partial<AuditItem> = {}): AuditItem => ({
  id: String(serial++),
  at: 0,
  event: name,
  outcome: 'ok',
  actorKind: 'user',
  actorId: 'ada',
  actorLogin: 'ada',
  address: '203.0.113.9',
  objectType: 'file',
  objectId: 'f1',
  objectName: 'a.txt',
  shareId: 's1',
  requestId: null,
  details: {},
  ...over,
});

test('uploads into one share that follow each other are in one row, all else alone', () => {
  const groups = groupUploads([
    event('share.publish'),
    event('upload.complete', { objectId: 'f2', objectName: 'b.txt' }),
    event('upload.complete'),
    event('upload.start', { objectId: 'f2', objectName: 'b.txt' }),
    event('upload.start'),
    event('upload.start', { shareId: 's2' }),
    event('upload.start', { shareId: 's2', outcome: 'refused' }),
    event('login'),
    event('login'),
  ]);
  expect(groups.map(({ length }) => length)).toEqual([1, 4, 1, 1, 1, 1]);
  expect(groups[1] && filesOf(groups[1])).toEqual({ count: 2, name: 'a.txt' });
});

test('files that are gone are counted, and named as long as one is left', () => {
  const gone = { objectId: 'f3', objectName: null };
  expect(filesOf([event('upload.start', gone), event('upload.start')])).toEqual({ count: 2, name: 'a.txt' });
  expect(filesOf([event('upload.start', gone)])).toEqual({ count: 1, name: null });
});

test('a bundle counts for as many files as it had', () => {
  const bundle = event('upload.complete', {
    objectType: 'share',
    objectId: 's1',
    objectName: null,
    details: { files: 40 },
  });
  expect(filesOf([bundle, event('upload.start'), event('upload.complete'), bundle])).toEqual({
    count: 81,
    name: 'a.txt',
  });
  expect(filesOf([bundle, bundle])).toEqual({ count: 80, name: null });
});
