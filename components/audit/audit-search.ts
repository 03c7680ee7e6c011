import { type AuditEventName, type AuditOutcome, auditEvents, auditOutcomes } from '@/lib/contract/audit';
import { type GivenQuery, searchWordsIn } from '@/lib/domain/list-view';
import { nextDay, startOfDay } from '@/lib/domain/time/day';

/** What the list is narrowed down to, as the URL holds it. Days are of the page's time zone, the last one included. */
export type AuditFilters = {
  q: string;
  event: AuditEventName | '';
  outcome: AuditOutcome | '';
  from: string;
  to: string;
};

export const noFilters: AuditFilters = { q: '', event: '', outcome: '', from: '', to: '' };

const names = ['q', 'event', 'outcome', 'from', 'to'] as const;

/** What can't be a filter is none. */
export function filtersIn(given: GivenQuery): AuditFilters {
  const textOf = (name: string) => String(given[name] ?? '');
  const dayOf = (name: string) => (startOfDay(textOf(name), 'UTC') === null ? '' : textOf(name));
  return {
    q: searchWordsIn(given.q),
    event: auditEvents.find((event) => event === given.event) ?? '',
    outcome: auditOutcomes.find((outcome) => outcome === given.outcome) ?? '',
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

/** `?q=ada&event=login`, or nothing. */
export function searchOf(filters: AuditFilters): string {
  const set = names.filter((name) => filters[name] !== '').map((name) => [name, filters[name]]);
  const search = new URLSearchParams(set).toString();
  return search && `?${search}`;
}

/** What a list page asks for, on the server and in the browser alike, so that both mean the same answer. */
export function auditQuery({ q, event, outcome, from, to }: AuditFilters, timeZone: string) {
  const first = startOfDay(from, timeZone);
  const end = to ? startOfDay(nextDay(to), timeZone) : null;
  return {
    query: {
      q,
      pageSize: 50,
      ...(event && { event }),
      ...(outcome && { outcome }),
      ...(first !== null && { from: first }),
      ...(end !== null && { to: end }),
    },
  };
}
