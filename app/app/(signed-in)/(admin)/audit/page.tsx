import { getTimeZone } from 'next-intl/server';
import { pageTitle } from '@/components/app/words';
import { AuditList } from '@/components/audit/audit-list';
import { auditSearchInput, auditUrlSearch, parseAuditFilters } from '@/components/audit/audit-search';
import { SeededPages } from '@/lib/client/seeded';
import { audit } from '@/lib/contract/admin/audit';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { searchAudit } from '@/lib/server/services/audit/search';

export const generateMetadata = pageTitle('audit.title');

export default async function AuditPage({ searchParams }: PageProps<'/app/audit'>) {
  const filters = parseAuditFilters(await searchParams);
  const ctx = await pageContext('admin', `${paths.audit}${auditUrlSearch(filters)}`);
  const input = auditSearchInput(filters, await getTimeZone());
  const first = await searchAudit(ctx, audit.search.query.parse(input.query));
  return (
    <SeededPages call={audit.search} input={input} first={first}>
      <AuditList />
    </SeededPages>
  );
}
