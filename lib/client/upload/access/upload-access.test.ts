import { expect, test } from 'vitest';
import { aliasDoor } from './alias-door';
import { ownDoor } from './own-door';

test('behind an alias every request carries its id and goes to addresses of its own', () => {
  const door = aliasDoor('scans');
  expect(door.headers).toEqual({ 'Sharry-Alias': 'scans' });
  expect(aliasDoor('scans', 'abc').headers).toEqual({ 'Sharry-Alias': 'scans', 'Slipway-Receipt': 'abc' });
  expect(door.endpointOf('share-1')).toBe('/api/v2/alias/upload/share-1/files/tus');
  expect(ownDoor('ada').headers).toEqual({});
  expect(ownDoor('ada').endpointOf('share-1')).toBe('/api/v2/sec/upload/share-1/files/tus');
});

test('what one door left unfinished is offered behind no other, even of the same name', () => {
  expect(new Set([ownDoor('scans').key, aliasDoor('scans').key, aliasDoor('scans-2').key]).size).toBe(3);
});
