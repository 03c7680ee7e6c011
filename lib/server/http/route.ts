import 'server-only';
import type { z } from 'zod';
import { AppError } from '@/lib/contract/errors';
import type { Result } from '@/lib/contract/fields';
import { defaultBodyBytes, type Endpoint } from '@/lib/contract/http/endpoint';
import { readIdSlot } from '@/lib/contract/http/path-pattern';
import { scopeOf } from '@/lib/contract/http/scope';
import { isRefusedInDemo } from '@/lib/domain/demo';
import { translator } from '@/lib/i18n/translator';
import type { BrowserRedirect, ProviderRequest } from '@/lib/server/auth/external/flow';
import type { Context } from '@/lib/server/context';
import { FairTurns } from '@/lib/server/fair-turns';
import { clientKey } from '@/lib/server/limits/counters';
import { checkRate } from '@/lib/server/limits/rate';
import { jsonBody } from './body';
import { type ContextFor, contextFor } from './context';
import { withCookies } from './cookies';
import { type HttpRefusal, localeOf, refusalOf } from './refusal';

type RouteCall<E extends Endpoint> = {
  ctx: ContextFor<E['access']>;
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  headers: Headers;
  setCookie: (cookie: string) => void;
};

/** With `says` the route adds success and message, so services return their own fields only. */
type ServiceResult<E extends Endpoint> = E['says'] extends string
  ? keyof Omit<z.input<E['answer']>, keyof Result> extends never
    ? unknown
    : Omit<z.input<E['answer']>, keyof Result>
  : z.input<E['answer']>;

type RouteArgs = { params: Promise<unknown> };

/** All JSON calls pass through here. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: RouteCall<E>) => Promise<ServiceResult<E>>,
) {
  const authenticate = (request: Request) =>
    contextFor(request, endpoint.access, scopeOf(endpoint), endpoint.isBeforeFactor) as Promise<
      ContextFor<E['access']>
    >;
  const refuse = (error: unknown, request: Request) => {
    const refusal = refusalOf(error, request);
    const { status, headers } = refusal;
    return Response.json(refusedBody(endpoint, refusal), { status, headers });
  };
  const answerCall = async (request: Request, args: RouteArgs): Promise<Response> => {
    try {
      const cookies: string[] = [];
      const body = jsonBody(request, endpoint.maxBodyBytes);
      // Authenticates after the body has arrived, because rights may end while it is sent.
      await body.catch(() => undefined);
      const ctx = await authenticate(request);
      checkRate(ctx);
      if (ctx.config.DEMO && isRefusedInDemo(endpoint)) throw new AppError('demo.refused');
      const outcome = await handle({
        ctx,
        ...(await inputOf(endpoint, request, { ...args, body })),
        headers: request.headers,
        setCookie: (cookie) => cookies.push(cookie),
      });
      const answer = endpoint.says
        ? { ...success(endpoint.says, request, outcome as object), ...(outcome as object) }
        : outcome;
      // Parsing drops columns that the contract doesn't declare.
      const headers = { 'cache-control': 'no-store' };
      return withCookies(Response.json(endpoint.answer.parse(answer), { headers }), cookies, ctx);
    } catch (error) {
      return refuse(error, request);
    }
  };
  return async (request: Request, args: RouteArgs): Promise<Response> => {
    if (!mayBeLarge(endpoint, request)) return answerCall(request, args);
    try {
      const { client } = await authenticate(request); // strangers hold no place
      return await largeBodies.run(clientKey(client.address), () => answerCall(request, args));
    } catch (error) {
      return refuse(error, request);
    }
  };
}

/** A body takes four times its size until it is stored. */
const largeBodies = new FairTurns({ running: 4, waiting: 64 });

/** True also for a body of unknown length. */
const mayBeLarge = ({ maxBodyBytes }: Endpoint, { headers }: Request): boolean =>
  maxBodyBytes > defaultBodyBytes &&
  !(Number(headers.get('content-length') ?? Number.NaN) <= defaultBodyBytes);

type RouteInput = RouteArgs & { body: Promise<unknown> };

async function inputOf<E extends Endpoint>(endpoint: E, request: Request, args: RouteInput) {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const parts = Object.entries((await args.params) ?? {});
  const params = endpoint.params.safeParse(
    Object.fromEntries(
      parts.map(([name, part]) => [
        name,
        typeof part === 'string' ? readIdSlot(part, endpoint.method) : part,
      ]),
    ),
  );
  // A path with characters that no ID has is unknown, not an invalid field.
  if (!params.success) throw new AppError('request.notFound');
  return {
    params: params.data as z.output<E['params']>,
    query: endpoint.query.parse(query) as z.output<E['query']>,
    body: endpoint.body.parse(await args.body) as z.output<E['body']>,
  };
}

/** Adds the fields of a success, and what `request.changed` and `auth.secondFactor` carry. */
function refusedBody({ refused, errors }: Endpoint, { status, body, answer }: HttpRefusal): object {
  const names = [
    ...Object.keys(refused),
    ...(errors.includes('request.changed') ? ['now'] : []),
    ...(errors.includes('auth.secondFactor') ? ['challenge'] : []),
  ];
  const own = names.filter((name) => name in answer).map((name) => [name, answer[name]]);
  return { ...(status === 200 && refused), ...Object.fromEntries(own), ...body };
}

function success(says: NonNullable<Endpoint['says']>, request: Request, outcome: object): Result {
  const t = translator(localeOf(request.headers));
  return { success: true, message: t(`says.${says}`, outcome as { sent: number }), code: null };
}

type RedirectRouteArgs = { params: Promise<{ id: string }> };

export function redirectRoute(turn: (ctx: Context, request: ProviderRequest) => Promise<BrowserRedirect>) {
  return async (request: Request, { params }: RedirectRouteArgs): Promise<Response> => {
    try {
      const ctx = await contextFor(request, 'open');
      checkRate(ctx);
      const { searchParams: search } = new URL(request.url);
      const providerRequest = { id: (await params).id, search, headers: request.headers };
      const { status, location, cookies } = await turn(ctx, providerRequest);
      const headers = { location, 'cache-control': 'no-store' };
      return withCookies(new Response(null, { status, headers }), cookies, ctx);
    } catch (error) {
      const { status, headers, body } = refusalOf(error, request);
      return Response.json(body, { status, headers });
    }
  };
}
