import { sealed } from '@/lib/contract/share/sealed';
import { route } from '@/lib/server/http/route';
import { getManifest, saveManifest } from '@/lib/server/services/sealed/manifest';

export const GET = route(sealed.get, ({ ctx, params }) => getManifest(ctx, { shareId: params.id }));

export const POST = route(sealed.save, ({ ctx, params, body }) =>
  saveManifest(ctx, { ...body, shareId: params.id }),
);
