import { asked } from '@/lib/contract/alias/request';
import { noteSaved } from '@/lib/features/request/person';
import { route } from '@/lib/server/http/route';

export const POST = route(asked.saved, ({ ctx, body }) => noteSaved(ctx, body));
