import { expect, test } from 'vitest';
import { auditSearchInput, auditUrlSearch, noFilters, parseAuditFilters } from './audit-search';

test('filters come back from the URL as they went into it', () => {
  const filters = {
    q: 'ada & co',
    group: 'opened',
    event: 'share.open',
    outcome: 'refused',
    from: '2026-03-01',
    to: '',
  } as const;
  expect(parseAuditFilters(Object.fromEntries(new URLSearchParams(auditUrlSearch(filters))))).toEqual(
    filters,
  );
  expect(auditUrlSearch(noFilters)).toBe('');
});

test('an event of an address names its group, and a group alone asks for all of its events', () => {
  expect(parseAuditFilters({ event: 'share.open', group: 'server' })).toMatchObject({ group: 'opened' });
  const filters = { ...noFilters, group: 'server' } as const;
  expect(auditUrlSearch(filters)).toBe('?group=server');
  expect(parseAuditFilters({ group: 'server' })).toEqual(filters);
  expect(auditSearchInput(filters, 'UTC').query).toMatchObject({ group: 'server' });
});

test('invalid values are no filters', () => {
  expect(
    parseAuditFilters({ event: 'nonsense', outcome: ['ok', 'ok'], from: '2026-02-31', q: undefined }),
  ).toEqual(noFilters);
});

test('the last day is included', () => {
  const { query } = auditSearchInput({ ...noFilters, from: '2026-03-01', to: '2026-03-01' }, 'Europe/Berlin');
  expect(Number(query.to) - Number(query.from)).toBe(24 * 3600 * 1000);
});
