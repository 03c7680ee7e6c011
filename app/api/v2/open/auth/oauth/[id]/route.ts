import { beginExternal } from '@/lib/server/auth/external/flow';
import { redirectRoute } from '@/lib/server/http/route';

export const GET = redirectRoute(beginExternal);
