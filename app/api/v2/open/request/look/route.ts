import { asked } from '@/lib/contract/alias/request';
import { lookAtRequest } from '@/lib/features/request/person';
import { route } from '@/lib/server/http/route';

export const POST = route(asked.look, ({ ctx, body }) => lookAtRequest(ctx, body));
