import type { Endpoint } from '../http/endpoint';
import type { JsonSchema, Operation } from './document';
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
    ...endpoint.carries.map((part) => carriedParameter(part, schemas)),
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
    ...(takesBody && { requestBody: { required: isRequired(body), content: json(body) } }),
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
