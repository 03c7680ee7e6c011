import { expect, test } from 'vitest';
import { newFileId } from './ids';

test('files that come together lie in one folder, later ones in others, and no two have the same id', () => {
  const ids = Array.from({ length: 5_000 }, newFileId);
  expect(new Set(ids).size).toBe(5_000);
  expect(ids.every((id) => /^[1-9A-HJ-NP-Za-km-z]{32}$/.test(id))).toBe(true);

  const endings = ids.map((id) => id.slice(-2));
  const next = endings.findIndex((ending) => ending !== endings[0]); // other tests have used part of the first
  expect(next).toBeLessThanOrEqual(512);
  expect(new Set(endings.slice(next, next + 256)).size).toBe(1);
  expect(new Set(endings).size).toBeGreaterThan(10);
  expect(new Set(ids.map((id) => id.slice(0, -2))).size).toBe(5_000);
});
