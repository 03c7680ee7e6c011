import { passkey } from '@/lib/contract/passkey';
import { route } from '@/lib/server/http/route';
import { beginPasskeySignIn } from '@/lib/server/services/session/sign-in-by-passkey';

export const POST = route(passkey.ask, ({ ctx }) => beginPasskeySignIn(ctx));
