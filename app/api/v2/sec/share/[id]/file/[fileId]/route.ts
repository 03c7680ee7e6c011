import { share } from '@/lib/contract/share';
import { dataplane } from '@/lib/server/dataplane/web';
import { route } from '@/lib/server/http/route';
import { removeBytesSoon } from '@/lib/server/jobs/remove-bytes';
import { removeFile } from '@/lib/server/services/share/remove';

export { dataplane as GET, dataplane as HEAD };

export const DELETE = route(share.removeFile, async ({ ctx, params }) => {
  await removeFile(ctx, { shareId: params.id, fileId: params.fileId });
  removeBytesSoon(ctx);
});
