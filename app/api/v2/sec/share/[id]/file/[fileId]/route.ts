import { share } from '@/lib/contract/share/share';
import { route } from '@/lib/server/http/route';
import { removeBytesSoon } from '@/lib/server/jobs/remove-bytes';
import { removeFile } from '@/lib/server/services/share/remove';
import { transfer } from '@/lib/server/transfer/web';

export { transfer as GET, transfer as HEAD };

export const DELETE = route(share.removeFile, async ({ ctx, params }) => {
  await removeFile(ctx, { shareId: params.id, fileId: params.fileId });
  removeBytesSoon(ctx);
});
