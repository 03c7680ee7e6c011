import { expect, test } from 'vitest';
import { backupUnderLoad } from '@/test/faults/backup';

test('a backup made under load brings everything back after everything was destroyed', async () => {
  const extent = { shares: 6, filesEach: 6, maxFileBytes: 1024 * 1024, workers: 2 };
  const { figures, failures } = await backupUnderLoad(extent, () => undefined);
  expect(failures).toEqual([]);
  expect(figures['items verified']).toBeGreaterThanOrEqual(30);
});
