'use client';

import { useSearchParams } from 'next/navigation';
import { useTimeZone } from 'next-intl';
import { useState } from 'react';
import { useCallPages } from '@/lib/client/call/use-call';
import { useSearchInUrl, useSettledWords } from '@/lib/client/use-search-in-url';
import { audit } from '@/lib/contract/audit';
import { type AuditFilters, auditQuery, filtersIn, searchOf } from './audit-search';

/** The filters stand in the URL. */
export function useAuditSearch() {
  const given = Object.fromEntries(useSearchParams());
  const timeZone = useTimeZone() ?? 'UTC';
  const [filters, setFilters] = useState<AuditFilters>(() => filtersIn(given));
  const q = useSettledWords(filters.q);
  const asked = { ...filters, q };
  const search = searchOf(asked);
  useSearchInUrl(search, (now) => setFilters(filtersIn(now)));

  const { data, isPlaceholderData, ...rest } = useCallPages(audit.search, auditQuery(asked, timeZone), {
    isLast: (pages) => {
      const seen = pages.reduce((sum, { items }) => sum + items.length, 0);
      return pages.at(-1)?.items.length === 0 || seen >= (pages.at(-1)?.total ?? 0);
    },
  });
  return {
    ...rest,
    filters,
    setFilters,
    isNarrowed: search !== '',
    items: data?.pages.flatMap(({ items }) => items),
    total: data?.pages.at(-1)?.total,
    isStale: isPlaceholderData || filters.q !== q,
  };
}
