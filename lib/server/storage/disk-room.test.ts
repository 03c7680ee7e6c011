import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { diskStorage } from './disk';
import { keepingFree } from './disk-room';

test('uploads that come together right after the start all find the room that there is', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-room-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const { checkRoom } = keepingFree(diskStorage(folder), folder, { percent: 0, bytes: 1 });
  const asked = Array.from({ length: 20 }, () => checkRoom?.(1000));
  await expect(Promise.all(asked)).resolves.toHaveLength(20);
});
