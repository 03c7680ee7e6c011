import { expect, test } from 'vitest';
import { plainError } from './plain-error';

test('the log of a driver’s failure has kind and place, never the values of the statement', () => {
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

test.each([
  [
    'what an adapter wraps',
    { kind: 'postgres', originalCode: '53300', originalMessage: 'too many connections for role "s"' },
    'too many connections for role "s"',
    '53300',
  ],
  ['what it only names', { kind: 'DatabaseNotReachable', host: 'db' }, 'DatabaseNotReachable', undefined],
  [
    'several failures in one',
    Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:5432')]), { code: 'ECONNREFUSED' }),
    'connect ECONNREFUSED ::1:5432',
    'ECONNREFUSED',
  ],
  ['an object without words', {}, 'a failure without words', undefined],
  ['nothing', undefined, 'undefined', undefined],
])('%s is said in words', (_, thrown, message, code) => {
  const shown = plainError(new Error('outer', { cause: thrown ?? 'undefined' }));
  expect(shown.cause).toMatchObject({ message, ...(code !== undefined && { code }) });
  expect(JSON.stringify(shown)).not.toContain('[object');
});
