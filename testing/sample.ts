import * as z from 'zod';

type Extra = Readonly<Record<string, unknown>>;

/** A value to be parsed by a schema. Each of its objects has some fields more. */
export function sampleOf(schema: z.core.$ZodType, extra: Extra = {}): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const of = (inner: z.core.$ZodType) => sampleOf(inner, extra);
  switch (def.type) {
    case 'object':
      return {
        ...Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, of(field)])),
        ...extra,
      };
    case 'array':
      return [of(def.element)];
    case 'nullable':
    case 'optional':
    case 'default':
    case 'catch':
      return of(def.innerType);
    case 'pipe':
      return of(def.in);
    case 'record':
      return {};
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'string':
      return sampleText(schema);
    case 'number':
      return 60_000;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      throw new Error(`There is no sample for what is ${def.type}.`);
  }
}

/** The second is a key in base64. */
const sampleTexts = ['Sample1234', `${'A'.repeat(123)}=`] as const;

const sampleText = (schema: z.core.$ZodType): string =>
  sampleTexts.find((text) => z.core.safeParse(schema, text).success) ?? sampleTexts[0];

/** The least that a schema's type allows: null, 0, false or nothing in it, so that a test names what it is about. */
export const blankOf = <S extends z.ZodType>(schema: S): z.output<S> => blank(schema) as z.output<S>;

function blank(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, field]) => field._zod.optin !== 'optional')
          .map(([name, field]) => [name, blank(field)]),
      );
    case 'array':
      return [];
    case 'nullable':
      return null;
    case 'string':
      return '';
    case 'number':
      return 0;
    case 'boolean':
      return false;
    default:
      return sampleOf(schema);
  }
}
