import { device } from '@/lib/contract/device';
import { route } from '@/lib/server/http/route';
import { decideDevice } from '@/lib/features/token/device';

export const POST = route(device.decide, ({ ctx, body }) => decideDevice(ctx, body));
