import { album } from '@/lib/contract/alias/album';
import { route } from '@/lib/server/http/route';
import { setAlbum } from '@/lib/server/services/album/album';

export const POST = route(album.set, ({ ctx, params, body }) =>
  setAlbum(ctx, { aliasId: params.id, mode: body.mode }),
);
