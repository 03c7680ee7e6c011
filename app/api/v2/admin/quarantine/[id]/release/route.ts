import { quarantine } from '@/lib/contract/admin/quarantine';
import { route } from '@/lib/server/http/route';
import { releaseFile } from '@/lib/server/services/oversight/quarantine';

export const POST = route(quarantine.release, ({ ctx, params, body }) =>
  releaseFile(ctx, { ...body, fileId: params.id }),
);
