import { expect, test } from 'vitest';
import { accountAccess } from './account-access';
import { aliasAccess } from './alias-access';

test('requests of an alias carry its id and go to addresses of their own', () => {
  const access = aliasAccess('scans');
  expect(access.headers).toEqual({ 'Sharry-Alias': 'scans' });
  expect(aliasAccess('scans', 'abc').headers).toEqual({ 'Sharry-Alias': 'scans', 'Slipway-Receipt': 'abc' });
  expect(access.endpointOf('share-1')).toBe('/api/v2/alias/upload/share-1/files/tus');
  expect(accountAccess('ada').headers).toEqual({});
  expect(accountAccess('ada').endpointOf('share-1')).toBe('/api/v2/sec/upload/share-1/files/tus');
});

test('unfinished uploads of one access are offered to no other, even of the same name', () => {
  expect(
    new Set([accountAccess('scans').key, aliasAccess('scans').key, aliasAccess('scans-2').key]).size,
  ).toBe(3);
});
