import { expect, test } from 'vitest';
import { dueInstant, isDaytime, nextDaytime, nextDueDay } from './due';
import { nextReminder } from './reminders';

const ms = (text: string) => Date.parse(text);

/** All reminders of somebody who sends nothing, each sent when it is due. */
function allReminders(dueDay: string, zone: string, askedAt: string): string[] {
  const times: string[] = [];
  for (let [now, sent] = [ms(askedAt), 0]; ; sent++) {
    const at = nextReminder({ dueDay, zone, sent, mailedAt: now }, now);
    if (at === null) return times;
    times.push(new Date(at).toISOString().slice(0, 16));
    now = at;
  }
}

test('people are reminded three days before, on the day, then weekly, six times at most', () => {
  expect(allReminders('2026-12-15', 'Europe/Berlin', '2026-11-30T12:00:00Z')).toEqual([
    '2026-12-12T08:00',
    '2026-12-15T08:00',
    '2026-12-22T08:00',
    '2026-12-29T08:00',
    '2027-01-05T08:00',
    '2027-01-12T08:00',
  ]);
});

test('a person who was asked a moment ago isn’t reminded at once', () => {
  const times = allReminders('2026-12-15', 'UTC', '2026-12-14T20:00:00Z');
  expect(times.slice(0, 2)).toEqual(['2026-12-22T09:00', '2026-12-29T09:00']);
  expect(times).toHaveLength(6);
});

test.each([
  ['Pacific/Auckland', '2026-12-11T20:00'],
  ['America/Los_Angeles', '2026-12-12T17:00'],
  ['Asia/Kolkata', '2026-12-12T03:30'],
])('in %s it is nine in the morning', (zone, first) => {
  expect(allReminders('2026-12-15', zone, '2026-11-30T12:00:00Z')[0]).toBe(first);
});

test('after a month without a server one mail makes up for all, in the morning', () => {
  const asked = { dueDay: '2026-12-15', zone: 'UTC', sent: 0, mailedAt: ms('2026-12-01T10:00:00Z') };
  const now = ms('2027-01-10T23:00:00Z');
  expect(nextReminder(asked, now)).toBe(ms('2027-01-11T08:00:00Z'));
  const afterwards = { ...asked, sent: 1, mailedAt: ms('2027-01-11T08:00:00Z') };
  expect(nextReminder(afterwards, ms('2027-01-11T08:00:00Z'))).toBe(ms('2027-01-12T09:00:00Z'));
});

test('a mail from the future, of a clock that was ahead, puts nothing off for longer than a day', () => {
  const asked = { dueDay: '2026-12-15', zone: 'UTC', sent: 1, mailedAt: ms('2027-06-01T09:00:00Z') };
  expect(nextReminder(asked, ms('2026-12-13T09:00:00Z'))).toBe(ms('2026-12-15T09:00:00Z'));
});

test('mails go from 8 until 18', () => {
  const at = (hour: string) => ms(`2026-12-15T${hour}:00Z`);
  const by = ['07:59', '08:00', '17:59', '18:00'].map((hour) => isDaytime(at(hour), 'UTC'));
  expect(by).toEqual([false, true, true, false]);
  expect(nextDaytime(at('05:00'), 'UTC')).toBe(at('08:00'));
  expect(nextDaytime(at('12:00'), 'UTC')).toBe(at('12:00'));
  expect(nextDaytime(at('19:00'), 'UTC')).toBe(ms('2026-12-16T08:00:00Z'));
  // That morning the clocks went on by an hour.
  expect(nextDaytime(ms('2026-03-29T00:30:00Z'), 'Europe/Berlin')).toBe(ms('2026-03-29T06:00:00Z'));
});

test('a reminder for the 31st is due on the last day of shorter months, and on the 31st again', () => {
  const days: string[] = [];
  let day = '2027-12-31';
  for (let n = 0; n < 4; n++) {
    day = nextDueDay(day, { repeat: 'month', anchorDay: 31 });
    days.push(day);
  }
  expect(days).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
  expect(nextDueDay('2028-02-29', { repeat: 'year', anchorDay: 29 })).toBe('2029-02-28');
});

test('a day is over when it is over where the person is', () => {
  expect(dueInstant('2026-12-15', 'America/New_York')).toBe(ms('2026-12-16T04:59:00Z'));
  expect(dueInstant('2026-12-15', 'Pacific/Auckland')).toBe(ms('2026-12-15T10:59:00Z'));
});

test('two mails are twenty hours apart at least', () => {
  const asked = (mailedAt: string) =>
    nextReminder({ dueDay: '2026-12-15', zone: 'UTC', sent: 0, mailedAt: ms(mailedAt) }, ms(mailedAt));
  expect(asked('2026-12-11T13:00:00Z')).toBe(ms('2026-12-12T09:00:00Z'));
  expect(asked('2026-12-11T13:00:01Z')).toBe(ms('2026-12-15T09:00:00Z'));
});
