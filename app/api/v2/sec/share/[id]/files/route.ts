import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { ownFiles } from '@/lib/server/services/share/own-files';

export const GET = route(share.files, ({ ctx, params, query }) =>
  ownFiles(ctx, { shareId: params.id, ...query }),
);
