import { asked } from '@/lib/contract/alias/request';
import { beginSlot } from '@/lib/features/request/person';
import { route } from '@/lib/server/http/route';

export const POST = route(asked.begin, ({ ctx, body }) => beginSlot(ctx, body));
