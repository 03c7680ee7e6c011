import 'server-only';
import type { BrowserRedirect, ProviderRequest } from '@/lib/server/auth/external/flow';
import type { Context } from '@/lib/server/context';
import { checkRate } from '@/lib/server/limits/rate';
import { contextFor } from './context';
import { clearOlderCookies } from './cookies';
import { refusalOf } from './refusal';

type RedirectRouteArgs = { params: Promise<{ id: string }> };

export function redirectRoute(turn: (ctx: Context, request: ProviderRequest) => Promise<BrowserRedirect>) {
  return async (request: Request, { params }: RedirectRouteArgs): Promise<Response> => {
    try {
      const ctx = await contextFor(request, 'open');
      checkRate(ctx);
      const { searchParams: search } = new URL(request.url);
      const providerRequest = { id: (await params).id, search, headers: request.headers };
      const { status, location, cookies } = await turn(ctx, providerRequest);
      const response = new Response(null, { status, headers: { location, 'cache-control': 'no-store' } });
      for (const cookie of clearOlderCookies(cookies)) response.headers.append('set-cookie', cookie);
      return response;
    } catch (error) {
      const { status, headers, body } = refusalOf(error, request);
      return Response.json(body, { status, headers });
    }
  };
}
