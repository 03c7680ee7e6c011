import { settings } from '@/lib/contract/settings';
import { route } from '@/lib/server/http/route';
import { getEmail, setEmail } from '@/lib/server/services/settings/email';

export const GET = route(settings.getEmail, ({ ctx }) => getEmail(ctx));

export const POST = route(settings.setEmail, ({ ctx, body }) => setEmail(ctx, body));

export const DELETE = route(settings.clearEmail, ({ ctx, query }) =>
  setEmail(ctx, { email: null, was: query.was }),
);
