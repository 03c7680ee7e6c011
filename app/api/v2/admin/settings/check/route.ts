import { serverSettings } from '@/lib/contract/admin/server-settings';
import { route } from '@/lib/server/http/route';
import { examineGroup } from '@/lib/server/services/doctor/examine';

export const POST = route(serverSettings.check, ({ ctx, body }) => examineGroup(ctx, body));
