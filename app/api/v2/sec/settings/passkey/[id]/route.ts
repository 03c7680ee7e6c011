import { passkey } from '@/lib/contract/passkey';
import { route } from '@/lib/server/http/route';
import { renamePasskey } from '@/lib/server/services/passkey/passkeys';

export const POST = route(passkey.rename, ({ ctx, params, body }) =>
  renamePasskey(ctx, { ...params, ...body }),
);
