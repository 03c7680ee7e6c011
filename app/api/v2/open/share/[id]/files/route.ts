import { open } from '@/lib/contract/open';
import { proofOf } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';
import { openFiles } from '@/lib/server/services/open/open-files';

export const GET = route(open.files, ({ ctx, params, query, headers }) =>
  openFiles(ctx, { linkId: params.id, ...query }, proofOf(headers, query.visit)),
);
