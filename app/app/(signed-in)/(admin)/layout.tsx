import type { ReactNode } from 'react';
import { AdminRooms } from '@/components/admin/admin-rooms';
import { Words } from '@/components/app/words';
import { Seeded } from '@/lib/client/seeded';
import { oversight } from '@/lib/contract/admin/oversight';
import { optionalPageContext } from '@/lib/server/http/page';
import { listReports } from '@/lib/server/services/oversight/reports';

const one = { query: { pageSize: 1 } };

export default async function Layout({ children }: { children: ReactNode }) {
  const { viewer, ...ctx } = await optionalPageContext();
  // Everybody else is refused by the page.
  if (!viewer?.admin) return children;
  const reports = await listReports({ ...ctx, viewer }, oversight.reports.query.parse(one.query));
  return (
    <Words of="admins">
      <Seeded call={oversight.reports} input={one} answer={reports}>
        <AdminRooms hasScan={ctx.config.CLAMD !== undefined}>{children}</AdminRooms>
      </Seeded>
    </Words>
  );
}
