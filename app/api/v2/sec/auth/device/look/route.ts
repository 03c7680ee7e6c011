import { device } from '@/lib/contract/device';
import { route } from '@/lib/server/http/route';
import { getDeviceRequest } from '@/lib/features/token/device';

export const POST = route(device.look, ({ ctx, body }) => getDeviceRequest(ctx, body));
