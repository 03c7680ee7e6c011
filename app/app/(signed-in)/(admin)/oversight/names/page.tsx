import { pageTitle } from '@/components/app/words';
import { NameList } from '@/components/oversight/name-list';
import { reportInput } from '@/components/oversight/oversight-view';
import { adminPaths } from '@/lib/admin-paths';
import { SeededPages } from '@/lib/client/seeded';
import { oversight } from '@/lib/contract/admin/oversight';
import { pageContext } from '@/lib/server/http/page';
import { listNames } from '@/lib/server/services/oversight/names';

export const generateMetadata = pageTitle('oversight.kinds.names');

export default async function NamesPage() {
  const ctx = await pageContext('admin', adminPaths.overseenNames);
  const first = await listNames(ctx, oversight.names.query.parse(reportInput.query));
  return (
    <SeededPages call={oversight.names} input={reportInput} first={first}>
      <NameList />
    </SeededPages>
  );
}
