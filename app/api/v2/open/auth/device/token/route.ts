import { device } from '@/lib/contract/device';
import { fetchDeviceToken } from '@/lib/features/token/device';
import { route } from '@/lib/server/http/route';

export const POST = route(device.fetch, ({ ctx, body }) => fetchDeviceToken(ctx, body));
