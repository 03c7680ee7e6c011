import { settings } from '@/lib/contract/settings';
import { route } from '@/lib/server/http/route';
import { changePassword, checkHasPassword } from '@/lib/server/services/settings/password';

export const GET = route(settings.hasPassword, async ({ ctx }) => {
  await checkHasPassword(ctx);
});

export const POST = route(settings.changePassword, ({ ctx, body }) => changePassword(ctx, body));
