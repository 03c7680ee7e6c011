import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { createShare } from '@/lib/server/services/share/create';

export const POST = route(share.create, ({ ctx, body }) => createShare(ctx, body));
