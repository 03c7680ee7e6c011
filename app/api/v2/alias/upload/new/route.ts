import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { createShareThroughAlias } from '@/lib/server/services/share/create';

export const POST = route(share.createThroughAlias, ({ ctx, body }) => createShareThroughAlias(ctx, body));
