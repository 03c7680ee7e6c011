import { resumeExternal } from '@/lib/server/auth/external/flow';
import { way } from '@/lib/server/http/way';

export const GET = way(resumeExternal);
