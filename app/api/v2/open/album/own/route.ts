import { album } from '@/lib/contract/alias/album';
import { route } from '@/lib/server/http/route';
import { listOwnFiles } from '@/lib/server/services/album/senders';

export const POST = route(album.own, ({ ctx, body }) => listOwnFiles(ctx, body));
