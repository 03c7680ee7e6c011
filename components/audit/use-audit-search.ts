'use client';

import { useTimeZone } from 'next-intl';
import { untilTotal, useCallPages } from '@/lib/client/call/use-call';
import { useListView } from '@/lib/client/use-list-view';
import { audit } from '@/lib/contract/audit';
import { auditSearchInput, auditUrlSearch, parseAuditFilters } from './audit-search';

export function useAuditSearch() {
  const timeZone = useTimeZone() ?? 'UTC';
  const { view, debounced, search, setView, isTyping } = useListView(parseAuditFilters, auditUrlSearch);
  const { data, isPlaceholderData, ...rest } = useCallPages(
    audit.search,
    auditSearchInput(debounced, timeZone),
    {
      isLast: untilTotal(({ total }) => total),
    },
  );
  return {
    ...rest,
    filters: view,
    setFilters: setView,
    isNarrowed: search !== '',
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || isTyping,
  };
}
