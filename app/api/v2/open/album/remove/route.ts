import { album } from '@/lib/contract/alias/album';
import { route } from '@/lib/server/http/route';
import { removeOwn } from '@/lib/server/services/album/own';

export const POST = route(album.remove, ({ ctx, body }) => removeOwn(ctx, body));
