import { quarantine } from '@/lib/contract/admin/quarantine';
import { route } from '@/lib/server/http/route';
import { listQuarantine } from '@/lib/server/services/oversight/quarantine';

export const GET = route(quarantine.list, ({ ctx, query }) => listQuarantine(ctx, query));
