import { expect, test } from 'vitest';
import { parseNewFile } from './new-file';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const metadata = (pairs: Record<string, string>) => ({
  'upload-metadata': Object.entries(pairs)
    .map(([key, value]) => `${key} ${base64(value)}`)
    .join(','),
});
const fileOf = (headers: Record<string, string>) =>
  parseNewFile(new Headers({ 'upload-length': '1', ...headers }));

test.each([
  ['plain.txt', 'plain.txt'],
  ['Grüße aus Köln.txt', 'Grüße aus Köln.txt'],
  ['日本語.pdf', '日本語.pdf'],
  ['👩‍👩‍👧 Familie.png', '👩‍👩‍👧 Familie.png'],
  ['"quoted"; name=.txt', '"quoted"; name=.txt'],
  ['100% sure.txt', '100% sure.txt'],
  ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
  ['nul\0byte.txt', 'nulbyte.txt'],
  ['\u202Egnp.exe', 'gnp.exe'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\windows\\win.ini', 'win.ini'],
  ['/etc/shadow', 'shadow'],
  ['C:\\boot.ini', 'boot.ini'],
  ['..', 'file-1'],
  ['.', 'file-1'],
  ['', 'file-1'],
  ['docs/..', 'file-1'],
  ['.\u202e.', 'file-1'],
  ['..\u0000', 'file-1'],
  ['...', '...'],
  ['.htaccess', '.htaccess'],
  ['   ', 'file-1'],
  ['  padded.txt  ', 'padded.txt'],
  ['<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html'],
  ['__proto__', '__proto__'],
  ['{{7*7}}.txt', '{{7*7}}.txt'],
  ['half \ud83d pair', 'half \ufffd pair'],
  [`${'ä'.repeat(300)}.jpeg`, `${'ä'.repeat(250)}.jpeg`],
  ['trailing/', 'file-1'],
])('the name %j is stored as %j, by either header', (given, stored) => {
  const own = { 'sharry-file-name': encodeURIComponent(given.toWellFormed()) };
  expect(fileOf(own)).toMatchObject({ name: stored, path: '' });
  expect(fileOf(metadata({ filename: given }))).toMatchObject({ name: stored, path: '' });
});

test('a name that isn’t percent-encoded is taken unchanged', () => {
  expect(fileOf({ 'sharry-file-name': '100% sure.txt' }).name).toBe('100% sure.txt');
  for (const name of ['50%-Grüße.txt', 'Grüße.txt', '日本語.txt']) {
    const rawUtf8 = Buffer.from(name).toString('latin1');
    expect(fileOf({ 'sharry-file-name': rawUtf8 }).name).toBe(name);
  }
  expect(fileOf({ 'sharry-file-name': 'Gr\u00fc\u00dfe.txt' }).name).toBe('Grüße.txt'); // Latin-1
});

test.each([
  ['nothing', {}, 'file-1', ''],
  ['dots alone', { filename: '..', relativePath: 'docs/..' }, 'file-1', 'docs'],
  ['dots and a type', { filename: '.', filetype: 'image/png' }, 'file-1.png', ''],
  [
    'a folder and the name, as browsers say it',
    { filename: 'a.txt', relativePath: 'docs/2026/a.txt' },
    'a.txt',
    'docs/2026',
  ],
  ['only the name again', { filename: 'a.txt', relativePath: 'a.txt' }, 'a.txt', ''],
  ['a folder alone', { filename: 'a.txt', relativePath: 'docs/2026' }, 'a.txt', 'docs/2026'],
  ['a path alone', { relativePath: 'docs/a.txt' }, 'a.txt', 'docs'],
  ['a way out', { filename: 'a.txt', relativePath: '../../x/./a.txt' }, 'a.txt', 'x'],
  ['a name to be cleaned', { filename: ' a\x07.txt', relativePath: 'docs/ a\x07.txt' }, 'a.txt', 'docs'],
  ['an absolute path', { filename: 'a.txt', relativePath: '/x//y/a.txt' }, 'a.txt', 'x/y'],
  ['what JavaScript calls nothing', { filename: 'a.txt', relativePath: 'null' }, 'a.txt', ''],
  ['what it calls undefined', { name: 'a.txt', filename: 'null', relativePath: 'undefined' }, 'a.txt', ''],
  ['a folder of that name', { filename: 'a.txt', relativePath: 'null/a.txt' }, 'a.txt', 'null'],
  ['nothing but such a name', { filename: 'null' }, 'null', ''],
  ['backslashes', { filename: 'a.txt', relativePath: '..\\x\\a.txt' }, 'a.txt', 'x'],
])('a relative path with %s', (_what, pairs, name, path) => {
  const given = Object.keys(pairs).length > 0 ? metadata(pairs as Record<string, string>) : {};
  expect(fileOf(given)).toMatchObject({ name, path });
});

test.each([
  ['image/png', 'a.txt', 'image/png'],
  ['Text/HTML; charset=utf-8', 'a.txt', 'text/html'],
  ['', 'photo.JPG', 'image/jpeg'],
  ['', 'no-ending', 'application/octet-stream'],
  ['', '', 'application/octet-stream'],
  ['nonsense', 'a.pdf', 'application/pdf'],
  ['text/html\tx', 'a.csv', 'text/csv'],
  ['a/b/c', 'a', 'application/octet-stream'],
  ['text/"><script>', 'a.txt', 'text/plain'],
  [`x/${'y'.repeat(300)}`, 'a.txt', 'text/plain'],
])('the type %j of %j is stored as %j', (type, name, stored) => {
  const headers = { 'sharry-file-name': name, 'sharry-file-type': type };
  expect(fileOf(headers).mimeType).toBe(stored);
  expect(fileOf(metadata({ filename: name, filetype: type })).mimeType).toBe(stored);
});

test('an own length that is no number leaves the word to tus’', () => {
  expect(fileOf({ 'sharry-file-length': 'unknown', 'upload-length': '7' }).sizeBytes).toBe(7);
});

test.each([
  ['0', 0],
  ['1770091506789', 1770091506789],
  ['253402300799999', 253402300799999],
])('a file changed last at %s, by either header', (given, ms) => {
  expect(fileOf({ 'sharry-file-modified': given }).modifiedAt?.getTime()).toBe(ms);
  expect(fileOf(metadata({ mtime: given })).modifiedAt?.getTime()).toBe(ms);
});

test.each(['-1', '1.5', '1e3', 'today', '', '253402300800000', '9'.repeat(30)])(
  'the time %j of a file is refused by our header’s name and ignored in tus’ metadata',
  (given) => {
    expect(() => fileOf({ 'sharry-file-modified': given })).toThrow('upload.modifiedInvalid');
    expect(fileOf(metadata({ mtime: given })).modifiedAt).toBeNull();
  },
);

test('our own time wins over that of tus, and without either none is known', () => {
  const both = { 'sharry-file-modified': '1000', ...metadata({ mtime: '2000' }) };
  expect(fileOf(both).modifiedAt?.getTime()).toBe(1000);
  expect(fileOf({}).modifiedAt).toBeNull();
});
