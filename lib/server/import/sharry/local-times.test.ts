import { expect, test } from 'vitest';
import { instantIn } from './sharry-database';

test.each([
  ['UTC', '2026-10-25 02:30:00', '2026-10-25T02:30:00.000Z'],
  ['Europe/Berlin', '2026-07-01 12:00:00.123987', '2026-07-01T10:00:00.123Z'],
  ['Europe/Berlin', '2026-12-01 12:00:00.5', '2026-12-01T11:00:00.500Z'],
  ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29 02:30:00', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
  ['Asia/Kolkata', '2026-11-01 01:30:00', '2026-10-31T20:00:00.000Z'],
])('a clock in %s that shows %s means %s', (zone, shown, instant) => {
  expect(instantIn(zone, shown).toISOString()).toBe(instant);
});

test.each(['0000-00-00 00:00:00', 'infinity', '-infinity', '0044-03-15 00:00:00 BC', ''])(
  '%j is no time, and doesn’t stop what comes behind it',
  (shown) => {
    expect(instantIn('Europe/Berlin', shown).getTime()).toBeNaN();
  },
);
