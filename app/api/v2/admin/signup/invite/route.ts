import { signup } from '@/lib/contract/signup';
import { route } from '@/lib/server/http/route';
import { listInvites } from '@/lib/server/services/signup/invites';

export const GET = route(signup.invites, ({ ctx }) => listInvites(ctx));
