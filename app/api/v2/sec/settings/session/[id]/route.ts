import { session } from '@/lib/contract/session';
import { route } from '@/lib/server/http/route';
import { endSession } from '@/lib/server/services/session/sessions';

export const DELETE = route(session.end, ({ ctx, params }) => endSession(ctx, params));
