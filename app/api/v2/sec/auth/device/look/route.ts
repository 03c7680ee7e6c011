import { device } from '@/lib/contract/device';
import { route } from '@/lib/server/http/route';
import { lookAtDevice } from '@/lib/server/services/device/decide';

export const POST = route(device.look, ({ ctx, body }) => lookAtDevice(ctx, body));
