import { expect, test } from 'vitest';
import {
  dayAt,
  displayZone,
  endOfDay,
  instantOf,
  isSameClock,
  isTimeZone,
  lastWholeDay,
  localTime,
  nextDay,
  startOfDay,
} from './time-zone';

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

const iso = (day: string, zone: string) => new Date(startOfDay(day, zone) ?? Number.NaN).toISOString();

test('a day begins at its own midnight, wherever that is', () => {
  expect(iso('2026-03-01', 'UTC')).toBe('2026-03-01T00:00:00.000Z');
  expect(iso('2026-03-01', 'Europe/Berlin')).toBe('2026-02-28T23:00:00.000Z');
  expect(iso('2026-07-01', 'America/New_York')).toBe('2026-07-01T04:00:00.000Z');
});

test('days on which clocks change begin right', () => {
  expect(iso('2026-03-29', 'Europe/Berlin')).toBe('2026-03-28T23:00:00.000Z');
  expect(iso('2026-03-30', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
  // Far from UTC, the clocks change between the day's own midnight and that of UTC.
  expect(iso('2026-09-27', 'Pacific/Auckland')).toBe('2026-09-26T12:00:00.000Z');
  expect(iso('2026-04-05', 'Pacific/Auckland')).toBe('2026-04-04T11:00:00.000Z');
});

test('a day whose midnight the clocks skip begins right after, and the day before ends right before', () => {
  const skipped: [string, string, string][] = [
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ];
  for (const [day, zone, begin] of skipped) {
    expect(iso(day, zone)).toBe(begin);
    expect(instantOf(`${day}T00:00`, zone)).toBe(Date.parse(begin));
    expect(dayAt(Date.parse(begin), zone)).toBe(day);
    const before = dayAt(Date.parse(begin) - 1000, zone);
    expect(localTime(endOfDay(before, zone) ?? 0, zone)).toBe(`${before}T23:59`);
  }
});

test('what is no day is none', () => {
  for (const text of ['', '2026-02-30', 'yesterday', '2026-3-1']) expect(startOfDay(text, 'UTC')).toBeNull();
});

test('after the last day of a year comes the first of the next', () => {
  expect(nextDay('2026-12-31')).toBe('2027-01-01');
});

test('the last minute of a day is before midnight there, also when clocks change', () => {
  const end = (day: string, zone: string) => new Date(endOfDay(day, zone) ?? Number.NaN).toISOString();
  expect(end('2026-03-01', 'UTC')).toBe('2026-03-01T23:59:00.000Z');
  expect(end('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T21:59:00.000Z');
  expect(end('2026-10-25', 'Europe/Berlin')).toBe('2026-10-25T22:59:00.000Z');
  expect(endOfDay('2026-02-30', 'UTC')).toBeNull();
  for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Auckland'])
    expect(dayAt(endOfDay('2026-03-29', zone) ?? 0, zone)).toBe('2026-03-29');
});

test('the last whole day ends by the moment that bounds it', () => {
  const last = (moment: string, zone: string) => lastWholeDay(Date.parse(moment), zone);
  expect(last('2027-01-01T14:00:00Z', 'UTC')).toBe('2026-12-31');
  expect(last('2027-01-01T23:59:00Z', 'UTC')).toBe('2027-01-01');
  expect(last('2027-01-01T23:30:00Z', 'Europe/Berlin')).toBe('2027-01-01');
  expect(last('2027-01-01T03:00:00Z', 'America/New_York')).toBe('2026-12-30');
});

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
