import { expect, test } from 'vitest';
import { breakDatabase } from '@/test/faults/database';
import { fillDisks } from '@/test/faults/disk-full';

const quietly = () => undefined;
const isLong = process.env.SLIPWAY_LONG === '1';
const isRoot = process.getuid?.() === 0;

/** Once through; npm run test:faults does it five times over, with S3 as well. */
test('while PostgreSQL crashes and freezes under load everybody is told to come back, and nothing is lost', async () => {
  const size = {
    cycles: 1,
    holdMs: isLong ? 2_000 : 1_000,
    only: isLong ? ['crashed', 'frozen'] : ['crashed'],
  };
  const { failures, figures } = await breakDatabase(size, quietly);
  expect(failures).toEqual([]);
  expect(figures['crashed: told to come back']).toBeGreaterThan(0);
});

test.skipIf(!isRoot)('a disk that is full under load is said to be full, and nothing is lost', async () => {
  const size = { cycles: 1, holdMs: 1_500, only: ['files and database'] };
  const { failures, figures } = await fillDisks(size, quietly);
  expect(failures).toEqual([]);
  expect(figures['files and database: told to come back']).toBeGreaterThan(0);
});
