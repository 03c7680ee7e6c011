import * as z from 'zod';
import type { ErrorCode } from '../errors';
import type { RequestPartName } from './request-parts';
import type { Says } from './says';

export type Access = 'open' | 'user' | 'admin' | 'alias';

export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
  X extends Access = Access,
  S extends Says | undefined = Says | undefined,
> = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/api/v2/${string}`;
  readonly access: X;
  readonly summary: string;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly answer: A;
  readonly errors: readonly ErrorCode[];
  /** Headers and cookies that the call reads beside those that say who is calling. */
  readonly carries: readonly RequestPartName[];
  readonly setsCookie: boolean;
  /** The sentence a success answers with; without one the answer is the service's own. */
  readonly says: S;
  /** What an expected refusal (status 200) answers beside success, message and code. */
  readonly refused: Readonly<Record<string, unknown>>;
};

/** Answers page by page. */
export type PagedEndpoint = Endpoint & { query: z.ZodType<unknown, { page?: unknown }> };

const nothing = z.object({});
type Nothing = typeof nothing;

/** Fills in the parts a call leaves out, so that one declaration gives types, validation and OpenAPI. */
export function endpoint<
  const X extends Access,
  A extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  S extends Says | undefined = undefined,
>(
  spec: Pick<Endpoint<P, Q, B, A, X>, 'method' | 'path' | 'access' | 'summary' | 'answer'> & {
    params?: P;
    query?: Q;
    body?: B;
    errors?: readonly ErrorCode[];
    carries?: readonly RequestPartName[];
    setsCookie?: boolean;
    says?: S;
    refused?: Readonly<Record<string, unknown>>;
  },
): Endpoint<P, Q, B, A, X, S> {
  const empty = nothing as z.ZodType;
  return {
    ...spec,
    params: spec.params ?? (empty as P),
    query: spec.query ?? (empty as Q),
    body: spec.body ?? (empty as B),
    errors: spec.errors ?? [],
    carries: spec.carries ?? [],
    setsCookie: spec.setsCookie ?? false,
    says: spec.says as S,
    refused: spec.refused ?? {},
  };
}

type Part<K extends string, S extends z.ZodType> =
  Record<never, never> extends z.input<S> ? { [k in K]?: z.input<S> } : { [k in K]: z.input<S> };

/** What a caller passes: only the parts this endpoint declares are required. */
export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>;

export type Answer<E extends Endpoint> = z.output<E['answer']>;
