import { expect, test } from 'vitest';
import { canParseUrl } from './url';

test.each([
  ['https://dateien.müller.example/pläne', true],
  ['http://', false],
  ['pläne', false],
])('%s can be parsed: %s, however often it is asked', (url, can) => {
  for (let n = 0; n < 50_000; n++) if (canParseUrl(url) !== can) throw new Error(`call ${n} says otherwise`);
  expect(canParseUrl('/pläne', 'http://localhost')).toBe(true);
});
