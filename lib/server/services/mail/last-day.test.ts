import { expect, test } from 'vitest';
import { openContext } from '@/testing/service/context';
import { mailDay, mailMoment } from './wording';

const ctx = openContext({ now: new Date('2026-11-20T12:00:00Z') });
const late = new Date('2026-12-04T23:30:00Z');
const soon = new Date('2026-11-21T23:30:00Z');

test.each([
  ['Pacific/Auckland', 'Saturday, 5 December', '22 November 2026 at 12:30'],
  ['UTC', 'Friday, 4 December', '21 November 2026 at 23:30'],
  ['America/Los_Angeles', 'Friday, 4 December', '21 November 2026 at 15:30'],
])('for a reader in %s a link’s last day is %s, whatever zone the server is in', (timezone, day, moment) => {
  const reader = { language: 'en', timezone } as const;
  expect(mailDay(ctx, late, reader)).toBe(day);
  expect(mailDay(ctx, soon, reader)).toContain(moment);
  expect(mailMoment(ctx, soon, reader)).toContain(moment);
});

test('a reader without a zone gets that of the installation', () => {
  const config = { ...ctx.config, DEFAULT_TIMEZONE: 'Asia/Tokyo' };
  const reader = { language: 'en', timezone: null } as const;
  expect(mailMoment({ config }, soon, reader)).toContain('22 November 2026 at 08:30');
});
