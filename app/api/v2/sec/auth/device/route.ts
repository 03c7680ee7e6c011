import { device } from '@/lib/contract/device';
import { decideDevice } from '@/lib/features/token/device';
import { route } from '@/lib/server/http/route';

export const POST = route(device.decide, ({ ctx, body }) => decideDevice(ctx, body));
