import { sealed } from '@/lib/contract/share/sealed';
import { route } from '@/lib/server/http/route';
import { saveManifestThroughAlias } from '@/lib/server/services/sealed/manifest';

export const POST = route(sealed.saveThroughAlias, ({ ctx, params, body }) =>
  saveManifestThroughAlias(ctx, { ...body, shareId: params.id }),
);
