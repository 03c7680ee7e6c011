import { settings } from '@/lib/contract/settings';
import { route } from '@/lib/server/http/route';
import { listOtherAccess } from '@/lib/server/services/other-access/list';

export const GET = route(settings.otherAccess, ({ ctx }) => listOtherAccess(ctx));
