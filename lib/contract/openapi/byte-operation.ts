import * as z from 'zod';
import type { RedirectCall } from '@/lib/contract/byte-calls/redirect-calls';
import { Ident } from '@/lib/contract/fields';
import type { ByteAnswer, ByteCall } from '../byte-calls/byte-call';
import type { JsonSchema, Operation, Response } from './document';
import {
  carried,
  expectedOf,
  headersOf,
  json,
  parametersOf,
  Refusal,
  securityOf,
  type Tools,
} from './operation-parts';
import { refusalsOf } from './refusals';

/** A call whose request or answer is bytes, or that leads a browser on. */
export function byteOperation(call: ByteCall | RedirectCall, { schemas, words }: Tools): Operation {
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
      ...call.carries.map((part) => carried(part, schemas)),
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
  { schemas, words }: Tools,
): Response {
  return {
    description: status === 200 ? `${description}${expectedOf(call.errors, words)}` : description,
    ...headersOf(headers, schemas),
    ...(type && { content: { [type]: { schema: binary } } }),
    ...(schema && { content: json(schemas.of(schema, 'output')) }),
  };
}
