import type { JsonSchema, OpenApiDocument, Operation } from './document';

type CurlCall = { method: string; path: string; operation: Operation };

/** `$SLIPWAY` is the server, `$TOKEN` a session; path slots become variables. */
export function curlLine({ method, path, operation }: CurlCall, { components }: OpenApiDocument): string {
  const url = path.replace(/\{(\w+)\}/g, (_, slot: string) => `$${variable(slot)}`);
  const body = bodyOf(operation, components.schemas);
  const parts = [
    'curl',
    ...methodOf(method, body !== null),
    `"$SLIPWAY${url}"`,
    ...credentials(operation).map((header) => `-H ${header}`),
    ...operation.parameters.flatMap(({ name, in: where, required, schema }) =>
      where === 'header' && required ? [`-H '${name}: ${exampleOf(schema, components.schemas)}'`] : [],
    ),
    ...(body ?? []),
    ...(isDownload(operation) && method === 'GET' ? ['-o file'] : []),
  ];
  return parts.join(' ');
}

const variable = (slot: string) => slot.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

function methodOf(method: string, hasBody: boolean): string[] {
  if (method === 'GET' || (method === 'POST' && hasBody)) return [];
  return method === 'HEAD' ? ['-I'] : [`-X ${method}`];
}

function credentials({ security }: Operation): string[] {
  const schemes = security.flatMap((scheme) => Object.keys(scheme));
  if (schemes.includes('token')) return ['"Sharry-Auth: $TOKEN"'];
  return schemes.includes('alias') ? ['"Sharry-Alias: $ALIAS"'] : [];
}

function bodyOf({ requestBody }: Operation, schemas: Record<string, JsonSchema>): string[] | null {
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  if (!content || (!requestBody?.required && !content.example)) return null;
  if (type === 'multipart/form-data') return ["-F 'file=@file'"];
  if (type !== 'application/json') return [`-H 'Content-Type: ${type}'`, '--data-binary @file'];
  return [`-d '${JSON.stringify(content.example ?? exampleOf(content.schema, schemas))}'`];
}

const isDownload = ({ responses }: Operation) => {
  const types = Object.keys(responses['200']?.content ?? {});
  return types.length > 0 && !types.includes('application/json');
};

export function exampleOf(schema: JsonSchema, schemas: Record<string, JsonSchema>): unknown {
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  const choice = schema.anyOf?.[0];
  if (choice) return exampleOf(choice, schemas);
  return schema.default ?? schema.const ?? schema.enum?.[0] ?? exampleOfType(schema, schemas);
}

function exampleOfType(schema: JsonSchema, schemas: Record<string, JsonSchema>): unknown {
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, exampleOf(schema.properties?.[name] ?? {}, schemas)]),
      );
    case 'array':
      return [exampleOf(schema.items ?? {}, schemas)];
    case 'integer':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    default:
      return '…';
  }
}
