import { info } from '@/lib/contract/info';
import { route } from '@/lib/server/http/route';
import { versionInfo } from '@/lib/server/services/info/app-config';

export const GET = route(info.version, async ({ ctx }) => versionInfo(ctx));
