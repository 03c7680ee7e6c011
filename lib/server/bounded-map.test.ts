import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map';

test('beyond its bound a map forgets what was set longest ago', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});

test('entries evicted for room are handed over; removed and replaced ones are not', () => {
  const evicted: number[] = [];
  const map = new BoundedMap<string, number>(1, (value) => evicted.push(value));
  map.set('a', 1).set('a', 2).set('b', 3);
  map.delete('b');
  expect(evicted).toEqual([2]);
});
