import type { JsonSchema } from '@/lib/contract/openapi/document';

export function SchemaType({ schema }: { schema: JsonSchema }) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return (
      <a
        href={`#schema-${name}`}
        className="underline decoration-line underline-offset-2 hover:decoration-ink"
      >
        {name}
      </a>
    );
  }
  if (schema.type === 'array' && schema.items) {
    return (
      <>
        list of <SchemaType schema={schema.items} />
      </>
    );
  }
  const choices = schema.anyOf ?? schema.allOf;
  if (choices) {
    return choices.map((choice, n) => (
      <span key={JSON.stringify(choice)}>
        {n > 0 && ' or '}
        <SchemaType schema={choice} />
      </span>
    ));
  }
  return <>{plainType(schema)}</>;
}

function plainType({
  type,
  const: only,
  enum: values,
  minimum,
  maximum,
  maxLength,
  ...rest
}: JsonSchema): string {
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  const bounds = [
    minimum !== undefined && minimum !== 0 && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    maxLength !== undefined && `up to ${maxLength} characters`,
    rest.default !== undefined && rest.default !== null && `default ${JSON.stringify(rest.default)}`,
  ].filter(Boolean);
  return [[type ?? 'anything'].flat().join(' or '), ...bounds].join(', ');
}

export function SchemaFields({ schema, label }: { schema: JsonSchema; label: string }) {
  const { properties = {}, required = [] } = schema;
  return (
    <dl aria-label={label} className="divide-y divide-line border-y border-line text-sm">
      {Object.entries(properties).map(([name, field]) => (
        <div key={name} className="grid gap-x-4 py-2 sm:grid-cols-[12rem_1fr]">
          <dt className="font-mono text-[13px] break-words">
            {name}
            {!required.includes(name) && <span className="font-sans text-muted"> optional</span>}
          </dt>
          <dd className="text-muted">
            <SchemaType schema={field} />
            {field.description && <span className="block text-ink">{field.description}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function SchemaUse({ schema, label }: { schema: JsonSchema; label: string }) {
  if (schema.properties) return <SchemaFields schema={schema} label={label} />;
  return (
    <p className="font-mono text-[13px]">
      <SchemaType schema={schema} />
    </p>
  );
}
