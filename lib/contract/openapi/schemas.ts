import * as z from 'zod';
import type { JsonSchema } from './document';

export type Schemas = {
  /** Schemas with an ID become references. */
  of: (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;
  named: Record<string, JsonSchema>;
};

export function collectSchemas(): Schemas {
  const named: Record<string, JsonSchema> = {};

  const keep = (name: string, schema: JsonSchema) => {
    const known = named[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`The schema ${name} looks different when it is sent and when it is answered.`);
    }
    named[name] = schema;
  };

  return {
    named,
    of: (schema, io) => {
      // As a property, so that a named schema becomes a reference like any other.
      const whole = z.toJSONSchema(z.object({ it: schema }), { io, override: removeConstraints });
      const moved = JSON.parse(JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/'));
      for (const [name, definition] of Object.entries<JsonSchema>(moved.$defs ?? {})) keep(name, definition);
      return moved.properties.it;
    },
  };
}

/** Removes constraints that JSON implies or that would prevent new fields. */
function removeConstraints({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}
