import { signup } from '@/lib/contract/signup';
import { route } from '@/lib/server/http/route';
import { labelInvite, revokeInvite } from '@/lib/server/services/signup/invites';

export const POST = route(signup.labelInvite, ({ ctx, params, body }) =>
  labelInvite(ctx, { ...params, ...body }),
);

export const DELETE = route(signup.revokeInvite, ({ ctx, params }) => revokeInvite(ctx, params));
