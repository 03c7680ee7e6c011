import { settings } from '@/lib/contract/settings';
import { route } from '@/lib/server/http/route';
import { listRecentEvents } from '@/lib/server/services/settings/lately';

export const GET = route(settings.lately, ({ ctx }) => listRecentEvents(ctx));
