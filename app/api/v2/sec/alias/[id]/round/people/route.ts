import { round } from '@/lib/contract/alias/request';
import { addPeople } from '@/lib/features/request/people';
import { route } from '@/lib/server/http/route';

export const POST = route(round.addPeople, ({ ctx, params, body }) =>
  addPeople(ctx, { aliasId: params.id, ...body }),
);
