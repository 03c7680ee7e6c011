import { type ErrorCode, errors } from '../errors';
import { answerHeaders } from '../http/answer-headers';
import type { Access } from '../http/endpoint';
import type { JsonSchema, Response } from './document';
import type { Schemas } from './schemas';

/** Returns the English text of an error code. */
export type ErrorTexts = (code: ErrorCode) => string;

type CallTraits = {
  access: Access;
  method: string;
  errors: readonly ErrorCode[];
  takesInput: boolean;
  hasSlots: boolean;
  /** True for calls under the rate limit; uploads and downloads aren't (lib/server/limits/rate.ts). */
  isCounted: boolean;
};

const ofTokens = ['token.scopeMissing', 'token.notAllowed', 'token.elsewhere'] as const;

const byAccess: Record<Access, readonly ErrorCode[]> = {
  open: [],
  user: ['auth.required', 'auth.factorMissing', ...ofTokens],
  admin: ['auth.required', 'auth.factorMissing', 'auth.forbidden', ...ofTokens],
  alias: [
    'alias.notUsable',
    'alias.notYetOpen',
    'alias.closed',
    'alias.passwordRequired',
    'alias.passwordWrong',
    'limit.attempts',
    'limit.alias',
  ],
};

const reading = ['GET', 'HEAD', 'OPTIONS'];

function codesOf({ access, method, errors: own, takesInput, hasSlots, isCounted }: CallTraits): ErrorCode[] {
  const isWriting = !reading.includes(method);
  return [
    ...own,
    ...byAccess[access],
    ...(access !== 'alias' && isWriting ? (['auth.crossSite'] as const) : []),
    ...(takesInput ? (['request.invalid'] as const) : []),
    ...(hasSlots ? (['request.notFound'] as const) : []),
    ...(isCounted ? (['limit.requests'] as const) : []),
    'server.unavailable',
    'server.failed',
  ];
}

/** Responses by status. Refusals with status 200 are left to the caller. */
export function refusalsOf(
  call: CallTraits,
  schemas: Schemas,
  refusal: JsonSchema,
  words: ErrorTexts,
): Record<string, Response> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codesOf(call))) {
    const { status } = errors[code];
    if (status !== 200) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      refusalOf(call, { status, codes }, schemas, refusal, words),
    ]),
  );
}

function refusalOf(
  { method }: CallTraits,
  { status, codes }: { status: number; codes: ErrorCode[] },
  schemas: Schemas,
  refusal: JsonSchema,
  words: ErrorTexts,
): Response {
  const { name, description, schema } = answerHeaders.retryAfter;
  const isPassing = [429, 503, 507].includes(status) || codes.includes('file.thumbnailLater');
  const body = {
    allOf: [refusal, { type: 'object', required: ['code'], properties: { code: { enum: codes } } }],
  };
  return {
    description: listOf(codes, words),
    ...(isPassing && { headers: { [name]: { description, schema: schemas.of(schema, 'output') } } }),
    ...(method !== 'HEAD' && { content: { 'application/json': { schema: body } } }),
  };
}

export const listOf = (codes: readonly ErrorCode[], words: ErrorTexts): string =>
  codes.map((code) => `\`${code}\`: ${words(code)}`).join('\n\n');
