import { signup } from '@/lib/contract/signup';
import { route } from '@/lib/server/http/route';
import { newInvite } from '@/lib/server/services/signup/new-invite';

export const POST = route(signup.newInvite, ({ ctx, body }) => newInvite(ctx, body));
