import { sealed } from '@/lib/contract/share/sealed';
import { proofOf } from '@/lib/server/http/proof';
import { route } from '@/lib/server/http/route';
import { openManifest } from '@/lib/server/services/sealed/manifest';

export const GET = route(sealed.open, ({ ctx, params, query, headers }) =>
  openManifest(ctx, { linkId: params.id }, proofOf(headers, query.visit)),
);
