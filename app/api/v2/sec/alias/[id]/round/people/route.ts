import { round } from '@/lib/contract/alias/round';
import { addPeople } from '@/lib/features/request/people';
import { route } from '@/lib/server/http/route';

export const POST = route(round.addPeople, ({ ctx, params, body }) =>
  addPeople(ctx, { aliasId: params.id, ...body }),
);
