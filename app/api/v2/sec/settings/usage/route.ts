import { settings } from '@/lib/contract/settings';
import { route } from '@/lib/server/http/route';
import { usageOf } from '@/lib/server/services/quota/usage';

export const GET = route(settings.usage, ({ ctx }) => usageOf(ctx, ctx.viewer.id));
