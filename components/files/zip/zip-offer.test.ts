import { expect, test } from 'vitest';
import type { ShareFile } from '@/lib/contract/share/file';
import { wholeDownload, wholeZipOffer, zipOffer } from './zip-offer';

const file = (id: string, size: number, complete = true): ShareFile => ({
  id,
  filename: `${id}.txt`,
  path: '',
  size,
  storedSize: complete ? size : 0,
  complete,
  mimetype: 'text/plain',
  checksum: '',
  crc32: null,
  lastModified: null,
  created: 0,
});
const files = [file('a', 10), file('b', 20), file('c', 30), file('half', 99, false)];
const open = { source: { access: 'open', id: 'L' }, maxBytes: 60 } as const;
const offer = (chosen: string[], over = {}) => zipOffer(files, new Set(chosen), { ...open, ...over });

test('all files that have arrived are offered until some are chosen', () => {
  const all = { isAll: true, count: 3, sizeBytes: 60, link: { href: '/api/v2/open/share/L/zip' } };
  expect(offer([])).toEqual(all);
  expect(offer(['a', 'b', 'c'])).toEqual(all);
  expect(offer(['gone'])).toEqual(all);
});

test('chosen ones are named in the link', () => {
  expect(offer(['c', 'a', 'half'], { source: { access: 'own', id: 'S' } })).toEqual({
    isAll: false,
    count: 2,
    sizeBytes: 40,
    link: { href: '/api/v2/sec/share/S/zip?file=a&file=c' },
  });
});

test('a single chosen file is offered as itself, however large', () => {
  expect(offer(['b'], { maxBytes: 5 })).toEqual({
    isAll: false,
    count: 1,
    sizeBytes: 20,
    link: { href: '/api/v2/open/share/L/file/b?download=1' },
  });
});

test('more than an archive may hold is refused, exactly as much is not', () => {
  expect(offer([], { maxBytes: 59 })?.link).toEqual({ problem: 'tooLarge' });
  expect(offer(['a', 'b'], { maxBytes: 30 })?.link).toHaveProperty('href');
});

test('however many are chosen, the address is short: it names what is left out, or a form names what is chosen', () => {
  const many = Array.from({ length: 400 }, (_, n) => file(String(n).padStart(32, '0'), 0));
  const first = (count: number) => new Set(many.slice(0, count).map(({ id }) => id));
  const linkOf = (count: number) => zipOffer(many, first(count), open)?.link;
  expect(linkOf(397)).toEqual({
    href: `/api/v2/open/share/L/zip?${[397, 398, 399].map((n) => `exceptFile=${many[n]?.id}`).join('&')}`,
  });
  expect(linkOf(200)).toEqual({
    href: '/api/v2/open/share/L/zip',
    fields: many.slice(0, 200).map(({ id }) => ['file', id]),
  });
  expect(linkOf(400)).toEqual({ href: '/api/v2/open/share/L/zip' });
});

test('nothing is offered for a single file, nor where archives are off', () => {
  expect(zipOffer([file('a', 1), file('half', 9, false)], new Set(), open)).toBeNull();
  expect(offer([], { maxBytes: 0 })).toBeNull();
});

test('a file that is checked or quarantined is left out, and the page says so', () => {
  const scanned = [...files, { ...file('new', 40), scan: 'pending' as const }];
  const infected = { ...file('virus', 50), scan: 'infected' as const };
  const rest = { href: '/api/v2/open/share/L/zip?exceptFile=new' };
  const part = { count: 3, sizeBytes: 60, isAll: false, waiting: 1 };
  const { source } = open;
  expect(zipOffer([...scanned, infected], new Set(), open)).toMatchObject({
    ...part,
    link: { href: expect.stringContaining('file=c') },
  });
  expect(wholeDownload(source, { files: [...scanned, infected] })).toEqual({
    ...rest,
    total: { files: 3, size: 60 },
    isPart: true,
  });
  expect(zipOffer([...files, infected], new Set(), open)).toMatchObject({ count: 3, isAll: true });
});

test('the only file that may leave is offered by itself, and none while all are being checked', () => {
  const pending = { ...file('new', 40), scan: 'pending' as const };
  const { source } = open;
  expect(wholeDownload(source, { files: [file('a', 10), pending] })?.href).toContain('/file/a?download=1');
  expect(wholeDownload(source, { files: [pending, pending] })).toBeNull();
});

test('a share of many pages offers no ZIP while files are being checked', () => {
  const total = { files: 600, size: 60, pending: 2 };
  expect(wholeZipOffer(total, open)).toMatchObject({ waiting: 2, link: { problem: 'beingChecked' } });
  expect(wholeDownload(open.source, { files: [], total })).toBeNull();
  expect(wholeZipOffer({ files: 600, size: 60 }, open)?.link).toHaveProperty('href');
});
