import * as z from 'zod';
import type { RedirectCall } from '@/lib/contract/byte-calls/redirect-calls';
import { Ident } from '@/lib/contract/fields';
import type { ByteAnswer, ByteCall } from '../byte-calls/byte-call';
import type { JsonSchema, Operation, Response } from './document';
import {
  carriedParameter,
  expectedRefusals,
  headersOf,
  json,
  type OperationTools,
  parametersOf,
  Refusal,
  securityOf,
} from './operation-parts';
import { refusalsOf } from './refusals';

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
      ...call.carries.map((part) => carriedParameter(part, schemas)),
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
