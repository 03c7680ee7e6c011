import { pageTitle } from '@/components/app/words';
import { reportInput } from '@/components/oversight/oversight-view';
import { ReportList } from '@/components/oversight/report-list';
import { SeededPages } from '@/lib/client/seeded';
import { oversight } from '@/lib/contract/admin/oversight';
import { paths } from '@/lib/paths';
import { pageContext } from '@/lib/server/http/page';
import { listReports } from '@/lib/server/services/oversight/reports';

export const generateMetadata = pageTitle('oversight.kinds.reports');

export default async function ReportsPage() {
  const ctx = await pageContext('admin', paths.reports);
  const first = await listReports(ctx, oversight.reports.query.parse(reportInput.query));
  return (
    <SeededPages call={oversight.reports} input={reportInput} first={first}>
      <ReportList />
    </SeededPages>
  );
}
