import { album } from '@/lib/contract/alias/album';
import { route } from '@/lib/server/http/route';
import { letVisitorsAdd } from '@/lib/server/services/album/album';

export const POST = route(album.ofShare, ({ ctx, params, body }) =>
  letVisitorsAdd(ctx, { shareId: params.id, value: body.value }),
);
