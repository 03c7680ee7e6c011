import { device } from '@/lib/contract/device';
import { route } from '@/lib/server/http/route';
import { fetchDeviceToken } from '@/lib/features/token/device';

export const POST = route(device.fetch, ({ ctx, body }) => fetchDeviceToken(ctx, body));
