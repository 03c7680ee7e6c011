import { album } from '@/lib/contract/alias/album';
import { route } from '@/lib/server/http/route';
import { listOwnFiles } from '@/lib/server/services/album/own-files';

export const POST = route(album.own, ({ ctx, body }) => listOwnFiles(ctx, body));
