import 'server-only';
import type { ProviderRequest, Turn } from '@/lib/server/auth/external/flow';
import type { Context } from '@/lib/server/context';
import { checkRate } from '@/lib/server/limits/rate';
import { contextFor } from './context';
import { withoutOlder } from './cookies';
import { refusalOf } from './refusal';

type RouteArgs = { params: Promise<{ id: string }> };

/** A route handler that leads a browser on to another address. */
export function redirectRoute(turn: (ctx: Context, request: ProviderRequest) => Promise<Turn>) {
  return async (request: Request, { params }: RouteArgs): Promise<Response> => {
    try {
      const ctx = await contextFor(request, 'open');
      checkRate(ctx);
      const { searchParams: search } = new URL(request.url);
      const asked = { id: (await params).id, search, headers: request.headers };
      const { status, location, cookies } = await turn(ctx, asked);
      const response = new Response(null, { status, headers: { location, 'cache-control': 'no-store' } });
      for (const cookie of withoutOlder(cookies)) response.headers.append('set-cookie', cookie);
      return response;
    } catch (error) {
      const { status, headers, body } = refusalOf(error, request);
      return Response.json(body, { status, headers });
    }
  };
}
