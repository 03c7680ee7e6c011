import * as z from 'zod';

type Schema = {
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
  items?: Schema;
};

export function schemaOf(part: z.ZodType): Schema {
  const whole = z.toJSONSchema(part, { io: 'input', reused: 'inline' });
  const named = whole.$defs ?? {};
  // Named schemas are referred to by their names.
  const inline = (_: string, value: unknown) => {
    const ref = (value as { $ref?: string } | null)?.$ref;
    return ref ? named[ref.replace('#/$defs/', '')] : value;
  };
  return JSON.parse(JSON.stringify(whole, inline)) as Schema;
}

const typesOf = (schema: Schema): string[] =>
  [schema.type ?? [], ...(schema.anyOf ?? []).map(typesOf)].flat(2);

export const takes = (schema: Schema, type: string) =>
  typesOf(schema).some((known) => known === type || (known === 'integer' && type === 'number'));

const bytes = (count: number) => Buffer.alloc(count).toString('base64');

const words: Record<string, string> = {
  state: 'Active',
  email: 'ada@example.org',
  language: 'de',
  timezone: 'Europe/Berlin',
  due: '2999-12-31',
  example: 'https://example.org/',
  color: '#0b6e4f',
  logo: 'AAAA',
  data: 'AAAA',
  url: 'https://8.8.8.8/',
  publicKey: bytes(32),
  wrappedKey: bytes(76),
  salt: bytes(16),
  // Header and the tag of an empty record.
  manifest: `U0xJUFNFQUwBAAAAAAEAA${'A'.repeat(43)}`,
};

/** Optional fields whose validity depends on the time or on other data. */
const left = ['e2ee', 'until', 'link', 'picture', 'opensAt', 'closesAt', 'lateUntil'];

const itemsOf = ({ items = {}, minItems = 0 }: Schema): unknown[] =>
  Array.from({ length: minItems }, () => good(items));

const numberIn = ({ minimum = 1, maximum = 1000 }: Schema) => Math.min(maximum, Math.max(minimum, 1000));

export function good(schema: Schema, field = ''): unknown {
  if (left.includes(field)) return null;
  if (schema.anyOf) return good(schema.anyOf[0] ?? {}, field);
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  const [type] = typesOf(schema);
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, of]) => [key, good(of, key)]),
    );
  if (type === 'array') return itemsOf(schema);
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return numberIn(schema);
  if (words[field]) return words[field];
  return 'nobody-knows-this';
}
