import { expect, test } from 'vitest';
import { displayZone, isSameClock, isTimeZone } from './time-zone';

test('zones are known by their names', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
    expect(isTimeZone(zone)).toBe(true);
  }
  for (const none of ['', 'auto', 'Europe/Atlantis', '+02:00', '../etc/passwd', 'UTC\0', 'x'.repeat(100)]) {
    expect(isTimeZone(none)).toBe(false);
  }
});

test('the person’s zone counts, then the installation’s; the device is asked only when that was chosen', () => {
  const where = { device: 'Asia/Tokyo', fallback: 'UTC' };
  expect(displayZone('Europe/Berlin', where)).toBe('Europe/Berlin');
  expect(displayZone(null, where)).toBe('UTC');
  expect(displayZone('auto', where)).toBe('Asia/Tokyo');
  expect(displayZone('auto', { device: undefined, fallback: 'Europe/Prague' })).toBe('Europe/Prague');
  expect(displayZone('auto', { device: 'nonsense', fallback: 'UTC' })).toBe('UTC');
  expect(displayZone('Gone/Zone', where)).toBe('UTC');
});

test('two zones are the same for as long as their clocks are', () => {
  const [summer, winter] = [new Date('2026-07-01T12:00Z'), new Date('2026-12-01T12:00Z')];
  expect(isSameClock('Europe/London', 'UTC', winter)).toBe(true);
  expect(isSameClock('Europe/London', 'UTC', summer)).toBe(false);
  expect(isSameClock('Asia/Kolkata', 'Asia/Karachi', winter)).toBe(false);
});
