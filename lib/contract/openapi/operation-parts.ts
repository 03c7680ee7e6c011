import * as z from 'zod';
import { Result } from '@/lib/contract/fields';
import { type ErrorCode, errors } from '../errors';
import { type AnswerHeaderName, answerHeaders } from '../http/answer-headers';
import type { Access } from '../http/endpoint';
import { type RequestPartName, requestParts } from '../http/request-parts';
import { scopeOf } from '../http/scope';
import type { JsonSchema, Operation, Parameter, Response } from './document';
import { type ErrorTexts, listOf } from './refusals';
import type { Schemas } from './schemas';

export type OperationTools = { schemas: Schemas; words: ErrorTexts };

type SecuredCall = { access: Access; method: string; path: string };

export function securityOf({ access, ...call }: SecuredCall): Operation['security'] {
  if (access === 'open') return [];
  if (access === 'alias') return [{ alias: [] }];
  const scope = scopeOf(call);
  return [{ token: [] }, { session: [] }, ...(scope ? [{ accessToken: [scope] }] : [])];
}

export const Refusal = Result.extend({ success: z.literal(false), code: z.string() }).meta({ id: 'Refusal' });

export function expectedRefusals(codes: readonly ErrorCode[], words: ErrorTexts): string {
  const expected = codes.filter((code) => errors[code].status === 200);
  return expected.length > 0 ? `\n\nOr a refusal:\n\n${listOf(expected, words)}` : '';
}

export const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

export function parametersOf(
  where: 'path' | 'query',
  { properties = {}, required = [] }: JsonSchema,
): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description && { description }),
    schema,
  }));
}

export function carriedParameter(part: RequestPartName, schemas: Schemas): Parameter {
  const { in: where, name, description, schema, ...rest } = requestParts[part];
  const required = 'required' in rest;
  return { name, in: where, required, description, schema: schemas.of(schema, 'input') };
}

export function headersOf(names: readonly AnswerHeaderName[], schemas: Schemas): Pick<Response, 'headers'> {
  if (names.length === 0) return {};
  const headers = names.map((key) => {
    const { name, description, schema } = answerHeaders[key];
    return [name, { description, schema: schemas.of(schema, 'output') }] as const;
  });
  return { headers: Object.fromEntries(headers) };
}
