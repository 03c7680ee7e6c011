import { serverSettings } from '@/lib/contract/admin/server-settings';
import { route } from '@/lib/server/http/route';
import { changeLogo } from '@/lib/server/services/server-settings/logo';
import { applySettings } from '@/lib/server/services/server-settings/stored';

export const POST = route(serverSettings.changeLogo, async ({ ctx, body }) => {
  await changeLogo(ctx, body);
  await applySettings(ctx);
  return {};
});
