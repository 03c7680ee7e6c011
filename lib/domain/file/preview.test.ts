import { expect, test } from 'vitest';
import { firstByName, previewKind, previewOrder } from './preview';

test.each([
  ['image/svg+xml', 'image'],
  ['video/mp4', 'video'],
  ['audio/ogg; codecs=opus', 'audio'],
  ['text/html', 'text'],
  ['application/pdf', 'pdf'],
  ['application/zip', null],
  ['application/json', null],
  ['imagery/png', null],
  ['', null],
])('%s is shown as %s', (mimeType, kind) => {
  expect(previewKind(mimeType, 'a')).toBe(kind);
});

test('the viewer steps by name through the whole files that can be shown', () => {
  const file = (path: string, filename: string, mimetype: string, complete = true) => ({
    id: `${path}/${filename}`,
    path,
    filename,
    mimetype,
    complete,
    size: 1,
  });
  const files = [
    file('z', 'apple.png', 'image/png'),
    file('', 'scan 10.pdf', 'application/pdf'),
    file('', 'Scan 2.pdf', 'application/pdf'),
    file('', 'all.zip', 'application/zip'),
    file('', 'half.mp4', 'video/mp4', false),
    file('', 'notes.txt', 'text/plain'),
  ];
  expect(previewOrder(files).map(({ filename }) => filename)).toEqual([
    'apple.png',
    'notes.txt',
    'Scan 2.pdf',
    'scan 10.pdf',
  ]);
  expect(firstByName(files)?.filename).toBe('all.zip');
  expect(previewOrder(files, '/all.zip').map(({ filename }) => filename)[0]).toBe('all.zip');
  expect(previewOrder(files, '/half.mp4').map(({ filename }) => filename)[0]).toBe('apple.png');
});
