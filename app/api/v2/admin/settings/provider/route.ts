import { serverSettings } from '@/lib/contract/admin/server-settings';
import { route } from '@/lib/server/http/route';
import { tryProvider } from '@/lib/server/services/server-settings/provider';

export const POST = route(serverSettings.tryProvider, ({ ctx, body }) => tryProvider(ctx, body));
