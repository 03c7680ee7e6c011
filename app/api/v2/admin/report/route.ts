import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { listReports } from '@/lib/server/services/oversight/reports';

export const GET = route(oversight.reports, ({ ctx, query }) => listReports(ctx, query));
