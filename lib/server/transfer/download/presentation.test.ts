import { parse } from 'content-disposition';
import { expect, test } from 'vitest';
import { present } from './presentation';

const shown = { isDownload: false, isPreview: false, isForeignNavigation: false, isPage: false };
const file = (over: { name?: string; mimeType?: string }) => ({
  id: 'x',
  name: 'a',
  mimeType: 'image/png',
  sizeBytes: 1,
  sha256: null,
  modifiedAt: new Date(),
  ...over,
});

const plain = 'text/plain; charset=utf-8';
const unknown = 'application/octet-stream';

test.each([
  ['image/png', 'image/png', 'inline'],
  ['image/jpeg', 'image/jpeg', 'inline'],
  ['image/gif', 'image/gif', 'inline'],
  ['image/webp', 'image/webp', 'inline'],
  ['image/avif', 'image/avif', 'inline'],
  ['image/bmp', 'image/bmp', 'inline'],
  ['image/svg+xml', 'image/svg+xml', 'attachment'],
  ['IMAGE/SVG+XML; charset=utf-8', 'image/svg+xml', 'attachment'],
  ['image/tiff', unknown, 'attachment'],
  ['image/png+xml', unknown, 'attachment'],
  ['video/mp4', 'video/mp4', 'inline'],
  ['audio/mpeg', 'audio/mpeg', 'inline'],
  ['application/pdf', 'application/pdf', 'inline'],
  ['text/plain', plain, 'inline'],
  ['text/html', plain, 'inline'],
  ['text/html; charset=utf-7', plain, 'inline'],
  ['text/css', plain, 'inline'],
  ['text/javascript', plain, 'inline'],
  ['text/xml', plain, 'inline'],
  ['text/markdown', plain, 'inline'],
  ['text/csv', plain, 'inline'],
  ['application/xhtml+xml', unknown, 'attachment'],
  ['application/xml', unknown, 'attachment'],
  ['application/javascript', unknown, 'attachment'],
  ['application/x-shockwave-flash', unknown, 'attachment'],
  ['application/zip', unknown, 'attachment'],
  ['multipart/x-mixed-replace', unknown, 'attachment'],
  ['message/rfc822', unknown, 'attachment'],
  ['application/octet-stream', unknown, 'attachment'],
  ['', unknown, 'attachment'],
  ['garbage', unknown, 'attachment'],
])('%j is served as %s, %s', (mimeType, type, disposition) => {
  const presented = present(file({ mimeType }), shown);
  expect(presented.type).toBe(type);
  expect(parse(presented.disposition).type).toBe(disposition);
});

test.each([
  ['video/mp2t', 'a.ts', plain, 'inline'],
  ['application/vnd.ms-excel', 'a.csv', plain, 'inline'],
  ['application/xml', 'a.xml', plain, 'inline'],
  ['image/jpg', 'a.jpg', 'image/jpeg', 'inline'],
  ['application/ogg', 'a.ogg', 'audio/ogg', 'inline'],
  ['application/xhtml+xml', 'a.xhtml', unknown, 'attachment'],
  ['image/svg+xml', 'a.xml', 'image/svg+xml', 'attachment'],
])('%j called %s is served as %s, %s', (mimeType, name, type, disposition) => {
  const presented = present(file({ mimeType, name }), shown);
  expect(presented.type).toBe(type);
  expect(parse(presented.disposition).type).toBe(disposition);
});

test('a drawing is shown where the page asks for a preview, because there it runs no scripts', () => {
  const svg = file({ mimeType: 'image/svg+xml' });
  expect(present(svg, { ...shown, isPreview: true }).disposition).toMatch(/^inline/);
  expect(present(file({ mimeType: 'application/zip' }), { ...shown, isPreview: true }).disposition).toMatch(
    /^attach/,
  );
});

test('a PDF is for our viewer, which runs no scripts, and never a page of its own', () => {
  const pdf = file({ mimeType: 'application/pdf' });
  expect(present(pdf, { ...shown, isPage: true }).disposition).toMatch(/^attachment/);
  expect(present(file({}), { ...shown, isPage: true }).disposition).toMatch(/^inline/);
});

test.each([[{ isDownload: true }], [{ isForeignNavigation: true }], [{ isPreview: true, isDownload: true }]])(
  '%j is always a download',
  (wish) => {
    expect(present(file({}), { ...shown, ...wish }).disposition).toMatch(/^attachment/);
  },
);

test.each([
  'plain.txt',
  'with space.txt',
  '"quotes" and \\slashes\\.txt',
  'semi;colon, comma.txt',
  'line\r\nbreak: x.txt',
  'tab\t.txt',
  'Grüße.txt',
  'naïve café.pdf',
  '日本語.pdf',
  '🎉🎊.png',
  '%41%0d%0a.txt',
  "it's.txt",
  'نص.txt',
  'half \ud83d.txt',
  'a filename=b',
  'x'.repeat(255),
  '🎉'.repeat(127),
])('the name %j survives its header, which is one line of ASCII', (name) => {
  const { disposition } = present(file({ name }), shown);
  expect(disposition).toMatch(/^[\x20-\x7e]+$/);
  expect(parse(disposition).parameters.filename).toBe(name.toWellFormed());
  expect(() => new Headers({ 'content-disposition': disposition })).not.toThrow();
});

test.each([
  ['plain.txt', 'plain.txt'],
  ['Müller.bin', 'Muller.bin'],
  ['Mu\u0308ller.bin', 'Muller.bin'],
  ['Straße Łódź Ærø.pdf', 'Strasse Lodz AEro.pdf'],
  ['ﬁnal ①.txt', 'final 1.txt'],
  ['日本語.pdf', '___.pdf'],
  ['🎉.png', '_.png'],
  ['what? <"now">: *|.txt', 'what_ __now___ __.txt'],
  ['AC\\DC.mp3', 'AC_DC.mp3'],
  ['50%20off.txt', '50_20off.txt'],
  ['100% sure.txt', '100% sure.txt'],
  ['dots...', 'dots'],
])('%j is called %j where a program reads nothing but the plain name', (name, fallback) => {
  const { disposition } = present(file({ name }), shown);
  expect(disposition).toMatch(/^inline; filename="[^"\\?]+"/);
  expect(parse(disposition, { extended: false }).parameters.filename).toBe(fallback);
  expect(parse(disposition).parameters.filename).toBe(name);
});

test('a plain name is quoted too', () => {
  expect(present(file({ name: 'a.txt' }), shown).disposition).toBe('inline; filename="a.txt"');
});

test('a file without a name is served without one', () => {
  expect(present(file({ name: '' }), shown).disposition).toBe('inline');
});
