import { expect, test } from 'vitest';
import { withServer } from '@/test/faults/lib/running-server';
import { race, raceSettings } from '@/test/faults/races';

test('ten of a hundred viewers see ten views, one of twenty newcomers gets the invite, one of twenty writers the file', async () => {
  const { failures } = await withServer(raceSettings, () => race(1, () => undefined));
  expect(failures).toEqual([]);
});
