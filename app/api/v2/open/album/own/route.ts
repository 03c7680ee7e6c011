import { album } from '@/lib/contract/alias/album';
import { route } from '@/lib/server/http/route';
import { ownInAlbum } from '@/lib/server/services/album/own';

export const POST = route(album.own, ({ ctx, body }) => ownInAlbum(ctx, body));
