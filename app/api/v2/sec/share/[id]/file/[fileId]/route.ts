import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { removeBytesSoon } from '@/lib/server/jobs/bytes';
import { removeFile } from '@/lib/server/services/share/remove';

export const DELETE = route(share.removeFile, async ({ ctx, params }) => {
  await removeFile(ctx, { shareId: params.id, fileId: params.fileId });
  removeBytesSoon(ctx);
});
