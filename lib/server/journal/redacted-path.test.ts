import { expect, test } from 'vitest';
import { redactedPath } from '@/lib/server/journal/redacted';

test.each([
  ['/api/v2/open/share/7kQwErTyUiOpAsDf/file/ZxCvBnMqWeRtYuIo', '/api/v2/open/share/7kQwEr…/file/ZxCvBn…'],
  ['/app/open/7kQwErTyUiOpAsDf', '/app/open/7kQwEr…'],
  ['/app/share/inbox', '/app/share/in…'],
  ['/api/v2/sec/share/search', '/api/v2/sec/share/search'],
  ['/wp-login.php', '/wp-log…'],
  ['/', '/'],
])('%s is logged as %s', (path, shown) => {
  expect(redactedPath(path)).toBe(shown);
});
