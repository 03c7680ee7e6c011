import { expect, test } from 'vitest';
import { displayType } from './file-type';

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
