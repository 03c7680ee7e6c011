'use client';

import { useSearchParams } from 'next/navigation';
import { useTimeZone } from 'next-intl';
import { useEffect, useState } from 'react';
import { useCallPages } from '@/lib/client/use-call';
import { useSettled } from '@/lib/client/use-settled';
import { audit } from '@/lib/contract/audit';
import { type AuditFilters, auditQuery, filtersIn, searchOf } from './audit-search';

/** The filters are kept in the URL, so they survive a reload, the back button and a copied link. */
export function useAuditSearch() {
  const given = Object.fromEntries(useSearchParams());
  const timeZone = useTimeZone() ?? 'UTC';
  const [filters, setFilters] = useState<AuditFilters>(() => filtersIn(given));
  const settled = useSettled(filters.q, 200);
  // Clearing has nothing to wait for.
  const q = filters.q === '' ? '' : settled;
  const asked = { ...filters, q };
  const search = searchOf(asked);

  useEffect(() => {
    history.replaceState(null, '', search || location.pathname);
  }, [search]);

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
