import { expect, test } from 'vitest';
import { onServer } from '@/test/faults/lib/running-server';
import { race, raceSettings } from '@/test/faults/races';

test('of a hundred viewers ten see ten views, of twenty newcomers one has the invite, of twenty writers one the file', async () => {
  const { failures } = await onServer(raceSettings, () => race(1, () => undefined));
  expect(failures).toEqual([]);
});
