import { serverSettings } from '@/lib/contract/admin/server-settings';
import { route } from '@/lib/server/http/route';
import { changeSettings } from '@/lib/server/services/server-settings/change';
import { listSettings } from '@/lib/server/services/server-settings/list';
import { applySettings } from '@/lib/server/services/server-settings/stored';

export const GET = route(serverSettings.list, ({ ctx }) => listSettings(ctx));

export const POST = route(serverSettings.change, async ({ ctx, body, headers }) => {
  await changeSettings(ctx, body, headers.get('origin'));
  await applySettings(ctx);
  return {};
});
