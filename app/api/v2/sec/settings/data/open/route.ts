import { ownData } from '@/lib/contract/account/own-data';
import { route } from '@/lib/server/http/route';
import { openOwnData } from '@/lib/server/services/own-data/own-data';

export const POST = route(ownData.open, ({ ctx, body }) => openOwnData(ctx, body));
