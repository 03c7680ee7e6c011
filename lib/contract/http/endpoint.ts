import * as z from 'zod';
import type en from '@/messages/en.json';
import type { ErrorCode } from '../errors';
import type { RequestPartName } from './request-parts';

export type Access = 'open' | 'user' | 'admin' | 'alias';

export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
  X extends Access = Access,
  S extends SuccessKey | undefined = SuccessKey | undefined,
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
  /** Headers and cookies besides those that authenticate the caller. */
  readonly parts: readonly RequestPartName[];
  readonly setsCookie: boolean;
  /** Open to people who have yet to set up the second factor that is demanded of them. */
  readonly isBeforeFactor: boolean;
  /** Message key of a success; without it the service returns the whole answer. */
  readonly says: S;
  /** Fields of an expected refusal (status 200) besides success, message and code. */
  readonly refused: Readonly<Record<string, unknown>>;
  /** Of those with an account, whom the path's id lets in; others are told the first `….notFound` of `errors`. */
  readonly who: 'owner' | 'managers' | 'account';
  readonly example: CallExample;
  /** Of its body; see lib/server/http/body.ts for the memory it takes. */
  readonly maxBodyBytes: number;
};

/**
 * A call as `e2e/gate` makes it and the API's page shows it. Without a body it is made from the schema; `{id}` in it
 * stands for the path's, and the field `unique` gets an ending of its own each time.
 */
export type CallExample<B = unknown> = {
  readonly body?: B;
  readonly unique?: keyof B & string;
  /** The answer to those who may, where it is no success. */
  readonly refusal?: ErrorCode;
};

export type PagedEndpoint = Endpoint & { query: z.ZodType<unknown, { page?: unknown }> };

export const defaultBodyBytes = 256 * 1024;

const nothing = z.object({});
type Nothing = typeof nothing;

/** Fills in missing parts, so that one declaration yields types, validation and OpenAPI. */
export function endpoint<
  const X extends Access,
  A extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  S extends SuccessKey | undefined = undefined,
>(
  spec: Pick<Endpoint<P, Q, B, A, X>, 'method' | 'path' | 'access' | 'summary' | 'answer'> & {
    params?: P;
    query?: Q;
    body?: B;
    errors?: readonly ErrorCode[];
    parts?: readonly RequestPartName[];
    setsCookie?: boolean;
    isBeforeFactor?: boolean;
    says?: S;
    refused?: Readonly<Record<string, unknown>>;
    who?: Endpoint['who'];
    example?: CallExample<z.input<NoInfer<B>>>;
    maxBodyBytes?: number;
  },
): Endpoint<P, Q, B, A, X, S> {
  const empty = nothing as z.ZodType;
  return {
    ...spec,
    params: spec.params ?? (empty as P),
    query: spec.query ?? (empty as Q),
    body: spec.body ?? (empty as B),
    errors: spec.errors ?? [],
    parts: spec.parts ?? [],
    setsCookie: spec.setsCookie ?? false,
    isBeforeFactor: spec.isBeforeFactor ?? false,
    says: spec.says as S,
    refused: spec.refused ?? {},
    who: spec.who ?? 'account',
    example: (spec.example ?? {}) as CallExample,
    maxBodyBytes: spec.maxBodyBytes ?? defaultBodyBytes,
  };
}

type InputPart<K extends string, S extends z.ZodType> =
  Record<never, never> extends z.input<S> ? { [k in K]?: z.input<S> } : { [k in K]: z.input<S> };

export type CallInput<E extends Endpoint> = InputPart<'params', E['params']> &
  InputPart<'query', E['query']> &
  InputPart<'body', E['body']>;

export type Answer<E extends Endpoint> = z.output<E['answer']>;

type SuccessGroups = (typeof en)['says'];

/** Keys under `says` in messages/en.json, such as 'share.published'. */
export type SuccessKey = {
  [G in keyof SuccessGroups & string]: `${G}.${keyof SuccessGroups[G] & string}`;
}[keyof SuccessGroups & string];
