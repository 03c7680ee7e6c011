import { settings } from '@/lib/contract/settings';
import { route } from '@/lib/server/http/route';
import { getPreferences, setPreferences } from '@/lib/server/services/settings/preferences';

export const GET = route(settings.getPreferences, ({ ctx }) => getPreferences(ctx));

export const POST = route(settings.setPreferences, ({ ctx, body }) => setPreferences(ctx, body));
