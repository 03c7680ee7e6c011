import { album } from '@/lib/contract/alias/album';
import { route } from '@/lib/server/http/route';
import { addToAlbum } from '@/lib/server/services/album/album';

export const POST = route(album.add, ({ ctx, params }) => addToAlbum(ctx, { shareId: params.id }));
