import { expect, test } from 'vitest';
import { plainError } from './plain-error';

test('of a driver’s failure the log gets kind and place, never the values of the statement', () => {
  const driver = Object.assign(new Error('duplicate key value violates unique constraint "Alias_pkey"'), {
    code: '23505',
    detail: 'Key (id)=(my-secret-alias) already exists.',
    parameters: ['my-secret-alias'],
  });
  const wrapped = Object.assign(
    new Error(
      'Invalid `db.alias.create()` invocation:\n{ id: "my-secret-alias" }\n\nUnique constraint failed',
    ),
    {
      name: 'PrismaClientKnownRequestError',
      code: 'P2002',
      cause: driver,
    },
  );
  const shown = plainError(wrapped);
  expect(shown).toMatchObject({
    type: 'PrismaClientKnownRequestError',
    message: 'Unique constraint failed',
    code: 'P2002',
    cause: { code: '23505', message: 'duplicate key value violates unique constraint "Alias_pkey"' },
  });
  expect(shown.stack).toMatch(/^ +at /);
  expect(JSON.stringify(shown)).not.toContain('my-secret-alias');
});

test('a ring of causes ends, and what is no error is shown as it is', () => {
  const ring = new Error('ring') as Error & { cause: unknown };
  ring.cause = ring;
  expect(JSON.stringify(plainError(ring)).match(/"ring"/g)).toHaveLength(4);
  expect(plainError('just words')).toEqual({ type: 'string', message: 'just words' });
});
