import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { backupUnderLoad } from '@/test/faults/backup';

const extent = { shares: 6, filesEach: 6, maxFileBytes: 1024 * 1024, workers: 2 };

test('a backup made under load brings everything back after everything was destroyed', async () => {
  const { figures, failures } = await backupUnderLoad(extent, () => undefined);
  expect(failures).toEqual([]);
  expect(figures['items verified']).toBeGreaterThanOrEqual(30);
});

test('the same holds with FILES_DIR on another disk than DATA_DIR', async () => {
  const filesDir = fs.mkdtempSync('/dev/shm/slipway-files-');
  onTestFinished(() => fs.rmSync(filesDir, { recursive: true }));
  const { figures, failures } = await backupUnderLoad({ ...extent, shares: 3 }, () => undefined, filesDir);
  expect(failures).toEqual([]);
  expect(figures['items verified']).toBeGreaterThanOrEqual(12);
});
