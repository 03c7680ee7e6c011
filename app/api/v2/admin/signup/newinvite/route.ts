import { signup } from '@/lib/contract/signup';
import { route } from '@/lib/server/http/route';
import { newInvite } from '@/lib/server/services/signup/invites';

export const POST = route(signup.newInvite, ({ ctx, body }) => newInvite(ctx, body));
