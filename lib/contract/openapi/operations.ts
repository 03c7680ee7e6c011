import * as z from 'zod';
import type { ByteAnswer, ByteCall } from '@/lib/contract/byte-calls/byte-call';
import type { RedirectCall } from '@/lib/contract/byte-calls/redirect-calls';
import { type ErrorCode, errors } from '@/lib/contract/errors';
import { Ident, Result } from '@/lib/contract/fields';
import { type AnswerHeaderName, answerHeaders } from '@/lib/contract/http/answer-headers';
import type { Access, Endpoint } from '@/lib/contract/http/endpoint';
import { type RequestPartName, requestParts } from '@/lib/contract/http/request-parts';
import { scopeOf } from '@/lib/contract/http/scope';
import type { JsonSchema, Operation, Parameter, Response } from './document';
import { type ErrorTexts, listOf, refusalsOf } from './refusals';
import type { Schemas } from './schemas';

type OperationTools = { schemas: Schemas; words: ErrorTexts };

type SecuredCall = { access: Access; method: string; path: string };

function securityOf({ access, ...call }: SecuredCall): Operation['security'] {
  if (access === 'open') return [];
  if (access === 'alias') return [{ alias: [] }];
  const scope = scopeOf(call);
  return [{ token: [] }, { session: [] }, ...(scope ? [{ accessToken: [scope] }] : [])];
}

const Refusal = Result.extend({ success: z.literal(false), code: z.string() }).meta({ id: 'Refusal' });

function expectedRefusals(codes: readonly ErrorCode[], words: ErrorTexts): string {
  const expected = codes.filter((code) => errors[code].status === 200);
  return expected.length > 0 ? `\n\nOr a refusal:\n\n${listOf(expected, words)}` : '';
}

const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

function parametersOf(where: 'path' | 'query', { properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description && { description }),
    schema,
  }));
}

function carriedParameter(part: RequestPartName, schemas: Schemas): Parameter {
  const { in: where, name, description, schema, ...rest } = requestParts[part];
  const required = 'required' in rest;
  return { name, in: where, required, description, schema: schemas.of(schema, 'input') };
}

function headersOf(names: readonly AnswerHeaderName[], schemas: Schemas): Pick<Response, 'headers'> {
  if (names.length === 0) return {};
  const headers = names.map((key) => {
    const { name, description, schema } = answerHeaders[key];
    return [name, { description, schema: schemas.of(schema, 'output') }] as const;
  });
  return { headers: Object.fromEntries(headers) };
}

export function jsonOperation(
  endpoint: Endpoint,
  name: { id: string; tag: string },
  tools: OperationTools,
): Operation {
  const { schemas, words } = tools;
  const body = schemas.of(endpoint.body, 'input');
  const takesBody = !isEmpty(body);
  const parameters = [
    ...parametersOf('path', schemas.of(endpoint.params, 'input')),
    ...parametersOf('query', schemas.of(endpoint.query, 'input')),
    ...endpoint.parts.map((part) => carriedParameter(part, schemas)),
  ];
  const takesInput = endpoint.method === 'POST' || parameters.some((parameter) => parameter.in === 'query');
  const own =
    endpoint.method === 'POST' ? [...endpoint.errors, 'request.tooLarge' as const] : endpoint.errors;
  return {
    operationId: name.id,
    tags: [name.tag],
    summary: endpoint.summary,
    security: securityOf(endpoint),
    parameters,
    ...(takesBody && {
      requestBody: { required: isRequired(body), content: json(body, endpoint.example.body) },
    }),
    responses: {
      200: {
        description: `Done.${expectedRefusals(endpoint.errors, words)}`,
        ...headersOf(endpoint.setsCookie ? ['setCookie'] : [], schemas),
        content: json(schemas.of(endpoint.answer, 'output')),
      },
      ...refusalsOf(
        { ...endpoint, errors: own, takesInput, hasSlots: endpoint.path.includes('{'), isCounted: true },
        schemas,
        schemas.of(Refusal, 'output'),
        words,
      ),
    },
  };
}

const isEmpty = ({ $ref, properties = {} }: JsonSchema) => !$ref && Object.keys(properties).length === 0;

const isRequired = ({ $ref, required = [] }: JsonSchema) => $ref !== undefined || required.length > 0;

export function byteOperation(call: ByteCall | RedirectCall, { schemas, words }: OperationTools): Operation {
  const slots = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot ?? '');
  const path = z.object(
    Object.fromEntries(slots.map((slot) => [slot, slot === 'name' ? z.string() : Ident])),
  );
  const query = call.query ? parametersOf('query', schemas.of(call.query, 'input')) : [];
  return {
    operationId: call.id,
    tags: [call.group],
    summary: call.summary,
    security: securityOf(call),
    parameters: [
      ...parametersOf('path', schemas.of(path, 'input')),
      ...query,
      ...call.parts.map((part) => carriedParameter(part, schemas)),
    ],
    ...(call.body && {
      requestBody: {
        required: call.body.required,
        content: {
          [call.body.type]: { schema: call.body.form ? schemas.of(call.body.form, 'input') : binary },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        call.answers.map((answer) => [answer.status, byteResponse(answer, call, { schemas, words })]),
      ),
      ...refusalsOf(
        { ...call, takesInput: false, hasSlots: slots.length > 0, isCounted: false },
        schemas,
        schemas.of(Refusal, 'output'),
        words,
      ),
    },
  };
}

const binary: JsonSchema = { type: 'string', format: 'binary' };

function byteResponse(
  { status, description, headers, type, json: schema }: ByteAnswer,
  call: ByteCall | RedirectCall,
  { schemas, words }: OperationTools,
): Response {
  return {
    description: status === 200 ? `${description}${expectedRefusals(call.errors, words)}` : description,
    ...headersOf(headers, schemas),
    ...(type && { content: { [type]: { schema: binary } } }),
    ...(schema && { content: json(schemas.of(schema, 'output')) }),
  };
}
