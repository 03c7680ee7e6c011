import {
  type AuditEventName,
  type AuditGroupName,
  type AuditOutcome,
  auditEvents,
  auditGroupNames,
  auditGroups,
  auditOutcomes,
} from '@/lib/contract/admin/audit';
import { readSearchWords, type SearchParams } from '@/lib/domain/list-view';
import { nextDay, startOfDay } from '@/lib/domain/time/time-zone';

/** The filters in the URL. Days are in the page's time zone; `to` is included. */
export type AuditFilters = {
  q: string;
  group: AuditGroupName | '';
  event: AuditEventName | '';
  outcome: AuditOutcome | '';
  from: string;
  to: string;
};

export const noFilters: AuditFilters = { q: '', group: '', event: '', outcome: '', from: '', to: '' };

const names = ['q', 'group', 'event', 'outcome', 'from', 'to'] as const;

export function parseAuditFilters(given: SearchParams): AuditFilters {
  const textOf = (name: string) => String(given[name] ?? '');
  const dayOf = (name: string) => (startOfDay(textOf(name), 'UTC') === null ? '' : textOf(name));
  const event = auditEvents.find((known) => known === given.event) ?? '';
  return {
    q: readSearchWords(given.q),
    group: auditGroupNames.find((name) => (event ? groupHas(name, event) : name === given.group)) ?? '',
    event,
    outcome: auditOutcomes.find((outcome) => outcome === given.outcome) ?? '',
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

const groupHas = (name: AuditGroupName, event: AuditEventName) =>
  (auditGroups[name] as readonly AuditEventName[]).includes(event);

export function auditUrlSearch(filters: AuditFilters): string {
  // An event names its group.
  const set = names
    .filter((name) => filters[name] !== '' && (name !== 'group' || filters.event === ''))
    .map((name) => [name, filters[name]]);
  const search = new URLSearchParams(set).toString();
  return search && `?${search}`;
}

/** Server and browser must build the same input, because it is the cache key. */
export function auditSearchInput({ q, group, event, outcome, from, to }: AuditFilters, timeZone: string) {
  const first = startOfDay(from, timeZone);
  const end = to ? startOfDay(nextDay(to), timeZone) : null;
  return {
    query: {
      q,
      pageSize: 50,
      ...(event ? { event } : group && { group }),
      ...(outcome && { outcome }),
      ...(first !== null && { from: first }),
      ...(end !== null && { to: end }),
    },
  };
}
