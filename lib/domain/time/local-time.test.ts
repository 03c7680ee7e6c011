import { expect, test } from 'vitest';
import { instantOf, localTime } from './local-time';

test.each([
  ['2026-11-27T17:00', 'Europe/Berlin', '2026-11-27T16:00:00Z'],
  ['2026-07-01T00:30', 'Europe/Berlin', '2026-06-30T22:30:00Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['2026-01-01T00:00', 'UTC', '2026-01-01T00:00:00Z'],
  ['2026-01-01T05:45', 'Asia/Kathmandu', '2026-01-01T00:00:00Z'],
])('%s in %s is %s, and back', (text, zone, instant) => {
  expect(instantOf(text, zone)).toBe(Date.parse(instant));
  expect(localTime(Date.parse(instant), zone)).toBe(text);
});

test('what is no time is none', () => {
  for (const text of ['', '2026-11-27', '2026-13-01T00:00', 'soon'])
    expect(instantOf(text, 'UTC')).toBeNull();
});
