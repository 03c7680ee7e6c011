import { expect, test } from 'vitest';
import { fuzz } from '@/test/faults/fuzz';

test('a thousand requests of nonsense to every call as everybody are refused plainly and soon', async () => {
  const { figures, failures } = await fuzz({ requests: 1_000, seeds: [7] }, () => undefined);
  expect(failures).toEqual([]);
  expect(figures.requests).toBe(1_000);
});
