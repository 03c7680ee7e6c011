import { info } from '@/lib/contract/info';
import { route } from '@/lib/server/http/route';
import { appConfig } from '@/lib/server/services/info/app-config';

export const GET = route(info.appConfig, async ({ ctx }) => appConfig(ctx));
