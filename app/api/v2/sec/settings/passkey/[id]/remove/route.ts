import { passkey } from '@/lib/contract/passkey';
import { route } from '@/lib/server/http/route';
import { removePasskey } from '@/lib/server/services/passkey/passkeys';

export const POST = route(passkey.remove, ({ ctx, params, body }) =>
  removePasskey(ctx, { ...params, ...body }),
);
