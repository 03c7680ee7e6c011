import { audit } from '@/lib/contract/admin/audit';
import { route } from '@/lib/server/http/route';
import { searchAudit } from '@/lib/server/services/audit/search';

export const GET = route(audit.search, ({ ctx, query }) => searchAudit(ctx, query));
