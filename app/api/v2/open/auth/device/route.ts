import { device } from '@/lib/contract/device';
import { requestDeviceToken } from '@/lib/features/token/device';
import { route } from '@/lib/server/http/route';

export const POST = route(device.ask, ({ ctx, body }) => requestDeviceToken(ctx, body));
