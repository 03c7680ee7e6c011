import { quarantine } from '@/lib/contract/admin/quarantine';
import { route } from '@/lib/server/http/route';
import { removeBytesSoon } from '@/lib/server/jobs/bytes';
import { removeQuarantined } from '@/lib/server/services/oversight/quarantine';

export const DELETE = route(quarantine.remove, async ({ ctx, params }) => {
  await removeQuarantined(ctx, { fileId: params.id });
  removeBytesSoon(ctx);
});
