import { session } from '@/lib/contract/session';
import { route } from '@/lib/server/http/route';
import { endOtherSessions, listSessions } from '@/lib/server/services/session/sessions';

export const GET = route(session.list, ({ ctx }) => listSessions(ctx));

export const DELETE = route(session.endOthers, ({ ctx }) => endOtherSessions(ctx));
