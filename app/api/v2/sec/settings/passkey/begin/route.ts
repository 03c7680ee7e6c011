import { passkey } from '@/lib/contract/passkey';
import { route } from '@/lib/server/http/route';
import { beginPasskey } from '@/lib/server/services/passkey/add';

export const POST = route(passkey.begin, ({ ctx, body }) => beginPasskey(ctx, body));
