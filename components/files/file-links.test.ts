import { expect, test } from 'vitest';
import { fileLinks } from './file-links';

test('the owner reads files by the share, a visitor by the link', () => {
  expect(fileLinks({ access: 'own', id: 's1' }, 'f1')).toEqual({
    bytes: '/api/v2/sec/share/s1/file/f1',
    preview: '/api/v2/sec/share/s1/file/f1?preview=1',
    download: '/api/v2/sec/share/s1/file/f1?download=1',
  });
  expect(fileLinks({ access: 'open', id: 'l1' }, 'f1').bytes).toBe('/api/v2/open/share/l1/file/f1');
});
