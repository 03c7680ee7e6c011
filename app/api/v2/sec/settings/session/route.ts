import { session } from '@/lib/contract/session';
import { route } from '@/lib/server/http/route';
import { endOtherSessions } from '@/lib/server/services/session/end';
import { listSessions } from '@/lib/server/services/session/list';

export const GET = route(session.list, ({ ctx }) => listSessions(ctx));

export const DELETE = route(session.endOthers, ({ ctx }) => endOtherSessions(ctx));
