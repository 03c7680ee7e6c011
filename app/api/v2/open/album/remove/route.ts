import { album } from '@/lib/contract/alias/album';
import { route } from '@/lib/server/http/route';
import { removeOwnFile } from '@/lib/server/services/album/senders';

export const POST = route(album.remove, ({ ctx, body }) => removeOwnFile(ctx, body));
