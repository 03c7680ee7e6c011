import { expect, test } from 'vitest';
import { fileLinks, zipAddress } from './file-links';

test('the owner reads files by the share, a visitor by the link', () => {
  expect(fileLinks({ access: 'own', id: 's1' }, 'f1')).toEqual({
    preview: '/api/v2/sec/share/s1/file/f1?preview=1',
    download: '/api/v2/sec/share/s1/file/f1?download=1',
    thumbnail: '/api/v2/sec/share/s1/file/f1/thumbnail',
    largeThumbnail: '/api/v2/sec/share/s1/file/f1/thumbnail?large=1',
  });
  expect(fileLinks({ access: 'open', id: 'l1' }, 'f1').preview).toBe(
    '/api/v2/open/share/l1/file/f1?preview=1',
  );
});

test('a large picture of a sealed file is the file itself, unless that would count as a download', () => {
  const source = { access: 'open', id: 'l1', sealed: { token: 't', pictures: new Set(['f1']) } } as const;
  expect(fileLinks(source, 'f1').largeThumbnail).toBe('/app/sealed/t/f1?preview=1');
  expect(fileLinks({ ...source, isLimited: true }, 'f1').largeThumbnail).toBe('/app/sealed/t/f1?picture=1');
});

test('where a visit has a key, it is in each URL', () => {
  const source = { access: 'open', id: 'l1', visit: 'a.b' } as const;
  expect(fileLinks(source, 'f1')).toEqual({
    preview: '/api/v2/open/share/l1/file/f1?preview=1&visit=a.b',
    download: '/api/v2/open/share/l1/file/f1?download=1&visit=a.b',
    thumbnail: '/api/v2/open/share/l1/file/f1/thumbnail?visit=a.b',
    largeThumbnail: '/api/v2/open/share/l1/file/f1/thumbnail?large=1&visit=a.b',
  });
  expect(zipAddress(source)).toEqual({ href: '/api/v2/open/share/l1/zip?visit=a.b' });
});
