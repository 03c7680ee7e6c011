/**
 * Stands in for zod in the browser's script (next.config.ts). The contract describes with zod what the server lets in
 * and out, and the server alone checks it: the browser reads only methods and paths from there, so it need not load
 * 33 KB for the rest. Every schema is this one, which can be described further and never asked anything.
 */
const schema: unknown = new Proxy(() => undefined, {
  apply: () => schema,
  get(_, name) {
    if (name === 'parse' || name === 'safeParse')
      throw new Error('Schemas are checked on the server; rules for both sides live in lib/domain.');
    return schema;
  },
});

export {
  schema as array,
  schema as boolean,
  schema as coerce,
  schema as email,
  schema as enum,
  schema as file,
  schema as int,
  schema as literal,
  schema as number,
  schema as object,
  schema as record,
  schema as regexes,
  schema as string,
  schema as toJSONSchema,
  schema as union,
  schema as unknown,
};
