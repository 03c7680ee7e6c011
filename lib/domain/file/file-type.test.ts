import { expect, test } from 'vitest';
import {
  displayablePictures,
  displayType,
  firstByName,
  isForeignPicture,
  previewKind,
  previewOrder,
  thumbnailKind,
} from './file-type';

test.each([
  ['video/mp2t', 'index.ts', 'text/plain'],
  ['video/mp2t', 'camera.mts', 'video/mp2t'],
  ['application/vnd.ms-excel', 'table.csv', 'text/plain'],
  ['application/vnd.ms-excel', 'table.xls', 'application/vnd.ms-excel'],
  ['application/json', 'a.json', 'text/plain'],
  ['application/x-python-code', 'a.py', 'text/plain'],
  ['application/sql', 'dump.SQL', 'text/plain'],
  ['application/x-sh', 'run.sh', 'text/plain'],
  ['application/xml', 'feed.xml', 'text/plain'],
  ['application/javascript', 'a.mjs', 'text/plain'],
  ['application/octet-stream', 'Makefile', 'text/plain'],
  ['', 'a.yaml', 'text/plain'],
  ['image/jpg', 'a.jpg', 'image/jpeg'],
  ['IMAGE/PJPEG; q=1', 'a', 'image/jpeg'],
  ['application/ogg', 'song.ogg', 'audio/ogg'],
  ['application/ogg', 'film.ogv', 'video/ogg'],
  ['application/zip', 'a.csv', 'application/zip'],
  ['application/pdf', 'a.txt', 'application/pdf'],
  ['image/png', 'a.txt', 'image/png'],
  ['application/xhtml+xml', 'a.xhtml', 'application/xhtml+xml'],
  ['application/xml', 'a.svg', 'application/xml'],
  ['image/svg+xml', 'a.xml', 'image/svg+xml'],
  ['application/octet-stream', 'page.html', 'application/octet-stream'],
  ['application/octet-stream', 'data', 'application/octet-stream'],
])('a file of the type %j called %s is shown as %s', (type, name, shown) => {
  expect(displayType(type, name)).toBe(shown);
});

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

test.each([
  ['image/heic', 'IMG_4010.HEIC', true],
  ['image/heif', 'IMG_4010.HIF', true],
  ['image/heic-sequence', 'burst.heics', true],
  ['image/tiff', 'scan.tif', true],
  ['image/jpeg', 'IMG_4010.JPG', false],
  ['image/png', 'a.heic', false],
])(
  'a picture of the type %s called %s has a small picture; shown as made alone: %s',
  (type, name, isForeign) => {
    expect(thumbnailKind({ mimeType: type, name, sizeBytes: 1 })).toBe('picture');
    expect(isForeignPicture(type, name)).toBe(isForeign);
    expect(displayablePictures.includes(displayType(type, name))).toBe(!isForeign);
  },
);

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
