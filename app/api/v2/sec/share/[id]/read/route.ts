import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { markRead } from '@/lib/server/services/delivery/marks';

export const POST = route(share.markRead, ({ ctx, params }) => markRead(ctx, { shareId: params.id }));
