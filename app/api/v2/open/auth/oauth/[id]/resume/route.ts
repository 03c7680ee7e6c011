import { resumeExternal } from '@/lib/server/auth/external/flow';
import { redirectRoute } from '@/lib/server/http/redirect-route';

export const GET = redirectRoute(resumeExternal);
