import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { countUnread } from '@/lib/server/services/delivery/marks';

export const GET = route(share.received, ({ ctx }) => countUnread(ctx));
