import { asked } from '@/lib/contract/alias/asked';
import { stopPage, stopReminders } from '@/lib/features/request/entry';
import { redirectRoute, route } from '@/lib/server/http/route';

const stop = route(asked.stop, ({ ctx, query }) => stopReminders(ctx, query));

/** Without the body, a form that says nothing (RFC 8058, section 3.2). */
export const POST = ({ url, headers }: Request, args: { params: Promise<unknown> }) =>
  stop(new Request(url, { method: 'POST', headers }), args);

const turn = redirectRoute(async (_, { search }) => stopPage(search.get('token') ?? ''));

export const GET = (request: Request) => turn(request, { params: Promise.resolve({ id: '' }) });
