import { expect, test } from 'vitest';
import { ShareFile } from '@/lib/contract/share/file';
import { blankOf } from '@/testing/sample';
import { documentOf } from './document-of';

const file = (filename: string, mimetype: string, over: Partial<ShareFile> = {}): ShareFile => ({
  ...blankOf(ShareFile),
  id: filename,
  filename,
  mimetype,
  complete: true,
  size: 1000,
  ...over,
});
const pdf = file('b.pdf', 'application/pdf');
const note = file('a.txt', 'text/plain');
const picture = file('a.png', 'image/png');
const photo = (n: number) => file(`photo ${n}.jpg`, 'image/jpeg');

test.each([
  ['a PDF before a text and a picture', [picture, note, pdf], 'b.pdf'],
  ['the first by name of its kind', [note, file('a.md', 'text/markdown')], 'a.md'],
  ['nothing that no browser shows', [file('a.zip', 'application/zip')], undefined],
  ['nothing that is on its way', [{ ...pdf, complete: false }], undefined],
  ['nothing that is held back', [{ ...pdf, scan: 'infected' as const }], undefined],
  ['nothing large', [{ ...pdf, size: 30 * 1024 ** 2 }], undefined],
  ['no photo of many, which a grid shows', [1, 2, 3, 4, 5, 6].map(photo), undefined],
  ['nothing of nothing', [], undefined],
])('of a delivery is shown in place: %s', (_, files, shown) => {
  expect(documentOf(files)?.filename).toBe(shown);
});
