import { pageTitle } from '@/components/app/words';
import { QuarantineList } from '@/components/oversight/quarantine-list';
import { adminPaths } from '@/lib/admin-paths';
import { SeededPages } from '@/lib/client/seeded';
import { quarantine } from '@/lib/contract/admin/quarantine';
import { pageContext } from '@/lib/server/http/page';
import { listQuarantine } from '@/lib/server/services/oversight/quarantine';

export const generateMetadata = pageTitle('quarantine.title');

export default async function QuarantinePage() {
  const ctx = await pageContext('admin', adminPaths.quarantine);
  const first = await listQuarantine(ctx, quarantine.list.query.parse({}));
  return (
    <SeededPages call={quarantine.list} input={{ query: {} }} first={first}>
      <QuarantineList />
    </SeededPages>
  );
}
