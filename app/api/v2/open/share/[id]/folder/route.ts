import { open } from '@/lib/contract/open';
import { proofOf } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';
import { openFolder } from '@/lib/server/services/open/open-files';

export const GET = route(open.folder, ({ ctx, params, query, headers }) =>
  openFolder(ctx, { linkId: params.id, ...query }, proofOf(headers, query.visit)),
);
