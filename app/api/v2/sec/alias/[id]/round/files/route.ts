import { round } from '@/lib/contract/alias/round';
import { countRoundFiles } from '@/lib/features/request/files';
import { route } from '@/lib/server/http/route';

export const GET = route(round.files, ({ ctx, params, query }) =>
  countRoundFiles(ctx, { aliasId: params.id, ...query }),
);
