import { device } from '@/lib/contract/device';
import { route } from '@/lib/server/http/route';
import { requestDeviceToken } from '@/lib/features/token/device';

export const POST = route(device.ask, ({ ctx, body }) => requestDeviceToken(ctx, body));
