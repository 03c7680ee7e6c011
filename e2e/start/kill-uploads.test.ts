import { expect, test } from 'vitest';
import { killUnderUploads } from '@/test/faults/kill-uploads';

test('uploads under a server that is killed with its database every other second arrive as they were sent', async () => {
  const size = {
    uploads: 16,
    leastKills: 2,
    largestBytes: 1_200_000,
    pauseMs: 100,
    lifeMs: [1_000, 2_500] as [number, number],
  };
  const { figures, failures } = await killUnderUploads(size, () => undefined);
  expect(failures).toEqual([]);
  expect(figures.identical).toBeGreaterThanOrEqual(16);
  expect(figures.identical).toBe(figures.uploads);
});
