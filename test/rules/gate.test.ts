import { expect, test } from 'vitest';
import { matrix } from '@/e2e/gate/matrix';
import { routes } from '@/e2e/gate/routes';

test('every route has its place in the matrix of e2e/gate, and the matrix knows no other', () => {
  const rows = Object.keys(matrix);
  const missing = routes.filter((route) => !rows.includes(route));
  const unknown = rows.filter((row) => !routes.includes(row));
  expect({ missing, unknown }).toEqual({ missing: [], unknown: [] });
});
