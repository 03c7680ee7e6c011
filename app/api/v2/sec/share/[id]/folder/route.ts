import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { ownFolder } from '@/lib/server/services/share/own-files';

export const GET = route(share.folder, ({ ctx, params, query }) =>
  ownFolder(ctx, { shareId: params.id, ...query }),
);
