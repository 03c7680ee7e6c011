import { oversight } from '@/lib/contract/admin/oversight';
import { route } from '@/lib/server/http/route';
import { dismissReports } from '@/lib/server/services/oversight/reports';

export const POST = route(oversight.dismissReports, ({ ctx, params }) => dismissReports(ctx, params));
