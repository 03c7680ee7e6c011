import { expect, test } from 'vitest';
import { withServer } from '@/test/faults/lib/running-server';
import { race, raceSettings } from '@/test/faults/races';

test('of a hundred viewers ten see ten views, of twenty newcomers one has the invite, of twenty writers one the file', async () => {
  const { failures } = await withServer(raceSettings, () => race(1, () => undefined));
  expect(failures).toEqual([]);
});
