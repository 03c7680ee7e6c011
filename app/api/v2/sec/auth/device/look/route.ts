import { device } from '@/lib/contract/device';
import { getDeviceRequest } from '@/lib/features/token/device';
import { route } from '@/lib/server/http/route';

export const POST = route(device.look, ({ ctx, body }) => getDeviceRequest(ctx, body));
