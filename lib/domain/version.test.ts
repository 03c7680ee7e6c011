import { expect, test } from 'vitest';
import { isNewer, releasedVersion } from './version';

test.each([
  ['v1.2.3', '1.2.3'],
  ['1.2.3+build.5', '1.2.3'],
  ['v1.2.3-rc.1', null],
  ['1.2', null],
  ['latest', null],
  ['1.2.3 <b>', null],
  ['1.2.9999999999', null],
])('%s is the release %s', (text, version) => expect(releasedVersion(text)).toBe(version));

test.each([
  ['1.2.4', '1.2.3', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.9.9', true],
  ['1.2.3', '1.2.3', false],
  ['1.2.2', '1.2.3', false],
  ['1.9.9', '1.10.0', false],
  ['1.2.3', '1.2.3-rc.1', true],
  ['1.2.3', 'unknown', false],
])('%s is newer than %s: %s', (newest, own, newer) => expect(isNewer(newest, own)).toBe(newer));
