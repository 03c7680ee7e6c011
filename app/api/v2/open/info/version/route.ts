import { info } from '@/lib/contract/info';
import { route } from '@/lib/server/http/route';
import { versionInfo } from '@/lib/server/services/info/version';

export const GET = route(info.version, async ({ ctx }) => versionInfo(ctx));
