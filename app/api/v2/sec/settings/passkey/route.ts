import { passkey } from '@/lib/contract/passkey';
import { route } from '@/lib/server/http/route';
import { addPasskey } from '@/lib/server/services/passkey/add';
import { listPasskeys } from '@/lib/server/services/passkey/passkeys';

export const GET = route(passkey.list, ({ ctx }) => listPasskeys(ctx));

export const POST = route(passkey.add, ({ ctx, body }) => addPasskey(ctx, body));
